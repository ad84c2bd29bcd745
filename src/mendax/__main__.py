from mendax.cli import main

main()
