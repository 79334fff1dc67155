// Bodies in, one a line in hex; what MAN reads of each out.
// Line `j…`, a body: whether it is JSON; its value without a type; what a query finds under each of its keys; a deploy in small letters
// and as written; a mint; whether it is a teleport; a transfer. Line `t…`, a text: in small letters, in capitals, trimmed, as an integer.
// Line `q…`, a text: the parts of a path condition.
// The structs and the order of the readings are those of MAN (man-p2p, commit 08d4678: `mrc20/mrc20.go`, `man/mrc20.go`,
// `man/mrc20_validator.go`).
package main

import (
	"bufio"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"sort"
	"strconv"
	"strings"
)

type qualification struct {
	Creator string `json:"creator"`
	Lv      string `json:"lvl"`
	Path    string `json:"path"`
	Count   string `json:"count"`
}

type payment struct {
	PayTo     string `json:"payTo"`
	PayAmount string `json:"payAmount"`
}

type paymentLow struct {
	PayTo     string `json:"payto"`
	PayAmount string `json:"payamount"`
}

type deploy struct {
	Tick         string        `json:"tick"`
	TokenName    string        `json:"tokenName"`
	Decimals     string        `json:"decimals"`
	AmtPerMint   string        `json:"amtPerMint"`
	MintCount    string        `json:"mintCount"`
	BeginHeight  string        `json:"beginHeight"`
	EndHeight    string        `json:"endHeight"`
	Metadata     string        `json:"metadata"`
	DeployType   string        `json:"type"`
	PremineCount string        `json:"premineCount"`
	PinCheck     qualification `json:"pinCheck"`
	PayCheck     payment       `json:"payCheck"`
}

type deployLow struct {
	Tick         string        `json:"tick"`
	TokenName    string        `json:"tokenname"`
	Decimals     string        `json:"decimals"`
	AmtPerMint   string        `json:"amtpermint"`
	MintCount    string        `json:"mintcount"`
	BeginHeight  string        `json:"beginheight"`
	EndHeight    string        `json:"endheight"`
	Metadata     string        `json:"metadata"`
	DeployType   string        `json:"type"`
	PremineCount string        `json:"preminecount"`
	PinCheck     qualification `json:"pincheck"`
	PayCheck     paymentLow    `json:"paycheck"`
}

type mint struct {
	Id   string `json:"id"`
	Vout string `json:"vout"`
}

type transfer struct {
	Amount string `json:"amount"`
	Vout   int    `json:"vout"`
	Id     string `json:"id"`
}

type teleport struct {
	Amount string `json:"amount"`
	Vout   int    `json:"vout"`
	Id     string `json:"id"`
	Coord  string `json:"coord"`
	Chain  string `json:"chain"`
	Type   string `json:"type"`
}

func list(texts ...string) string {
	hexed := make([]string, len(texts))
	for at, text := range texts {
		hexed[at] = hex.EncodeToString([]byte(text))
	}
	return strings.Join(hexed, ",")
}

func put(out *strings.Builder, value any) {
	switch value := value.(type) {
	case nil:
		out.WriteByte('n')
	case bool:
		out.WriteString(strconv.FormatBool(value)[:1])
	case float64:
		out.WriteByte('#')
	case string:
		out.WriteString(`"` + list(value))
	case []any:
		out.WriteByte('[')
		for _, item := range value {
			put(out, item)
			out.WriteByte(',')
		}
		out.WriteByte(']')
	case map[string]any:
		out.WriteByte('{')
		for _, key := range keysOf(value) {
			out.WriteString(list(key) + ":")
			put(out, value[key])
			out.WriteByte(',')
		}
		out.WriteByte('}')
	}
}

func keysOf(fields map[string]any) []string {
	keys := make([]string, 0, len(fields))
	for key := range fields {
		keys = append(keys, key)
	}
	sort.Strings(keys)
	return keys
}

func untyped(body []byte) string {
	var value any
	if json.Unmarshal(body, &value) != nil {
		return "-"
	}
	var out strings.Builder
	put(&out, value)
	return out.String()
}

func queried(body []byte) string {
	fields := make(map[string]any)
	if json.Unmarshal(body, &fields) != nil {
		return "-"
	}
	var found []string
	for _, key := range keysOf(fields) {
		found = append(found, list(key)+"="+list(fmt.Sprintf("%s", fields[key])))
	}
	return "+" + strings.Join(found, ",")
}

func deployed(body []byte) string {
	var df deploy
	if json.Unmarshal(body, &df) != nil {
		return "-"
	}
	return list(df.Tick, df.TokenName, df.Decimals, df.AmtPerMint, df.MintCount, df.PremineCount, df.BeginHeight, df.EndHeight,
		df.Metadata, df.DeployType, df.PinCheck.Creator, df.PinCheck.Lv, df.PinCheck.Path, df.PinCheck.Count,
		df.PayCheck.PayTo, df.PayCheck.PayAmount)
}

func deployedLow(body []byte) string {
	var df deployLow
	if json.Unmarshal([]byte(strings.ToLower(string(body))), &df) != nil {
		return "-"
	}
	return list(df.Tick, df.TokenName, df.Decimals, df.AmtPerMint, df.MintCount, df.PremineCount, df.BeginHeight, df.EndHeight,
		df.Metadata, df.DeployType, df.PinCheck.Creator, df.PinCheck.Lv, df.PinCheck.Path, df.PinCheck.Count,
		df.PayCheck.PayTo, df.PayCheck.PayAmount)
}

func minted(body []byte) string {
	var content mint
	if json.Unmarshal(body, &content) != nil {
		return "-"
	}
	return list(content.Id, content.Vout)
}

func teleported(body []byte) bool {
	var items []teleport
	if json.Unmarshal(body, &items) != nil {
		var one teleport
		if json.Unmarshal(body, &one) != nil {
			return false
		}
		items = []teleport{one}
	}
	for _, item := range items {
		if item.Type == "teleport" {
			return true
		}
	}
	return false
}

func transferred(body []byte) string {
	var items []transfer
	if json.Unmarshal(body, &items) != nil {
		return "-"
	}
	sends := make([]string, len(items))
	for at, item := range items {
		sends[at] = list(item.Id, item.Amount) + "," + strconv.Itoa(item.Vout)
	}
	return "+" + strings.Join(sends, ";")
}

func texts(text string) string {
	integer := "-"
	if value, err := strconv.ParseInt(text, 10, 64); err == nil {
		integer = strconv.FormatInt(value, 10)
	}
	return list(strings.ToLower(text), strings.ToUpper(text), strings.TrimSpace(text)) + "," + integer
}

// As `mrc20/util.go` takes a path condition apart, and `man/mrc20_validator.go` goes on with it.
var pathWithQuery = regexp.MustCompile(`^([^[]+)(\['.*'\])$`)
var comparison = regexp.MustCompile(`\['([^']+)'(?:\s*(=|#=)\s*)'([^']+)'\]`)

func query(written string) string {
	parts := pathWithQuery.FindStringSubmatch(written)
	if parts == nil {
		return "prefix"
	}
	found := comparison.FindStringSubmatch(parts[2])
	if found == nil {
		return "content " + list(parts[1], parts[2][2:len(parts[2])-2])
	}
	return "field " + list(parts[1], found[1], found[2], found[3])
}

func main() {
	in := bufio.NewReaderSize(os.Stdin, 1<<16)
	out := bufio.NewWriterSize(os.Stdout, 1<<16)
	defer out.Flush()
	for {
		line, err := in.ReadString('\n')
		if err != nil {
			return
		}
		line = strings.TrimSuffix(line, "\n")
		if line == "" {
			// The end of a batch.
			out.Flush()
			continue
		}
		body, err := hex.DecodeString(line[1:])
		if err != nil {
			panic(err)
		}
		switch line[0] {
		case 't':
			fmt.Fprintln(out, texts(string(body)))
		case 'q':
			fmt.Fprintln(out, query(string(body)))
		default:
			fmt.Fprintln(out, strings.Join([]string{strconv.FormatBool(json.Valid(body)), untyped(body), queried(body), deployedLow(body),
				deployed(body), minted(body), strconv.FormatBool(teleported(body)), transferred(body)}, "\t"))
		}
	}
}
