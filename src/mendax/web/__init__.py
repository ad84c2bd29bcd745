"""The web app: HTTP and WebSocket over mendax.service, and pages without a build step (ui/)."""
