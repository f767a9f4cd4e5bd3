// Command platen turns HTML templates into PDF: as a service over HTTP, or one document at a time.
package main

import (
	"os"

	"platen/adapters/engines"
	"platen/app/command"
)

func main() { os.Exit(command.Run(engines.All())) }
