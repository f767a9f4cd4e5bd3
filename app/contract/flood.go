package contract

import (
	"context"
	"fmt"
	"net/http"
	"strings"
)

// flooding is how many documents are sent at once to fill a queue. Platen's has 64 places by default.
const flooding = 200

// longTable is a document that takes an engine long enough for a queue to fill behind it.
var longTable = html("<table>" + strings.Repeat("<tr><td>a<td>b<td>c", 5000) + "</table>")

// unsuited is why a server cannot be held to a case.
type unsuited struct{ why string }

func (u *unsuited) Error() string { return u.why }

// flood sends a request many times at once, and returns the first answer with the status. The other requests end then.
func (c *Client) flood(ctx context.Context, r request, status int) (*Answer, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	answers := make(chan *Answer)
	for range flooding {
		go func() {
			answer, _ := c.send(ctx, r, status) // a refused connection shows nothing of the contract
			select {
			case answers <- answer:
			case <-ctx.Done():
			}
		}()
	}
	limited := false
	for range flooding {
		select {
		case answer := <-answers:
			if answer != nil && answer.Status == status {
				return answer, nil
			}
			limited = limited || answer != nil && answer.Status == http.StatusTooManyRequests
		case <-ctx.Done():
			return nil, ctx.Err()
		}
	}
	if limited {
		return nil, &unsuited{"the rate limit was spent before the queue was full"}
	}
	return nil, &unsuited{fmt.Sprintf("the queue takes %d documents at once", flooding)}
}
