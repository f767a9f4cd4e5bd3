package chrome

import (
	"errors"
	"fmt"

	"platen/domain"
)

// tooMuchMemory is the error of a document whose process was killed for its memory. It is not an ErrEngineLost, since the document
// would need as much the next time.
func (c Config) tooMuchMemory(cause error) error {
	return &domain.Error{
		Code:    domain.RenderFailed,
		Message: fmt.Sprintf("the document needs more than the %s of memory that this service allows; make it smaller or split it", c.MaxMemory),
		Err:     errors.New(cause.Error()),
	}
}

// idleMemory is what a tab without a document may hold. A new tab holds about 40 MiB.
const idleMemory = 128 * domain.MiB

// restMemory is what a tab may hold after a document, so that the next one has room below chrome.max_memory. A smaller limit would
// cost time: a 95-page table leaves about 0.7 GiB of garbage behind, and collecting it, or a new process, takes a third of the time of
// such a document.
func (c Config) restMemory() domain.ByteSize {
	if c.MaxMemory == 0 {
		return domain.GiB
	}
	return c.MaxMemory / 2
}
