package chrome

import (
	"context"

	"github.com/go-rod/rod/lib/proto"
)

// session is a protocol session with the browser or a tab: the client of rod's typed calls.
type session struct {
	ctx  context.Context
	conn *cdpConn
	id   proto.TargetSessionID
}

var (
	_ proto.Client      = session{}
	_ proto.Sessionable = session{}
	_ proto.Contextable = session{}
)

func (s session) Call(ctx context.Context, id, method string, params any) ([]byte, error) {
	return s.conn.Call(ctx, id, method, params)
}
func (s session) GetSessionID() proto.TargetSessionID { return s.id }
func (s session) GetContext() context.Context         { return s.ctx }
