package httpapi

import (
	"fmt"
	"sync"

	"platen/domain"
)

// undelivered counts the bytes of the documents that are ready and that their clients have not read yet. Without a bound,
// clients that do not read could make the service hold any number of documents.
//
// One client may hold at most half of the bound, so that clients who do not read leave the rest for the others. A client
// that holds nothing may have one document of any size below the bound.
type undelivered struct {
	most int // 0: no bound

	mu       sync.Mutex
	total    int
	byClient map[string]int
}

func newUndelivered(most domain.ByteSize) *undelivered {
	return &undelivered{most: int(most), byClient: map[string]int{}}
}

// check fails with Overloaded if not even the smallest document of a client may be added. It saves the rendering; only add decides.
func (u *undelivered) check(client string) error {
	u.mu.Lock()
	defer u.mu.Unlock()
	return u.refuse(client, 1)
}

// add counts a document of a client, or fails with Overloaded. The caller must remove each document that it added.
func (u *undelivered) add(client string, size int) error {
	u.mu.Lock()
	defer u.mu.Unlock()
	if err := u.refuse(client, size); err != nil {
		return err
	}
	u.total += size
	u.byClient[client] += size
	return nil
}

func (u *undelivered) remove(client string, size int) {
	u.mu.Lock()
	defer u.mu.Unlock()
	u.total -= size
	if u.byClient[client] -= size; u.byClient[client] == 0 {
		delete(u.byClient, client)
	}
}

// refuse is called with the lock held.
func (u *undelivered) refuse(client string, size int) error {
	held := u.byClient[client]
	switch {
	case u.most == 0:
		return nil
	case held > 0 && held+size > u.most/2:
		return &domain.Error{Code: domain.Overloaded, Message: fmt.Sprintf(
			"%s of documents wait for this client to read them; read them, then send this request again", domain.ByteSize(held))}
	case u.total+size > u.most:
		return &domain.Error{Code: domain.Overloaded,
			Message: "too many documents wait for clients that read slowly; send this request again later"}
	}
	return nil
}
