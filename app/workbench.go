package app

import (
	"platen/adapters/httpapi"
	"platen/adapters/pdf/reader"
	"platen/adapters/poppler"
	"platen/adapters/workbench"
	"platen/app/preview"
	"platen/configs"
)

func newWorkbench(config configs.Config) *workbench.Workbench {
	return workbench.New(workbench.Config{Engines: EngineNames(config), PublicAddr: config.HTTP.Addr})
}

// connectWorkbench puts the workbench's actions behind the checks of the public operation.
func connectWorkbench(page *workbench.Workbench, server *httpapi.Server, engines *previewEngines) {
	actions := workbench.Actions{
		Previewer:  preview.New(engines, poppler.New(poppler.DefaultConfig()), reader.PDF{}, poppler.Installed),
		Generators: engines,
	}
	page.Connect(server.Checked(workbench.Documents, actions.Preview), server.Checked(workbench.Documents, actions.PDF))
}
