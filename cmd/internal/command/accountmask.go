package command

import (
	"context"
	"errors"
	"strings"

	"quire/cmd/internal/exit"
	"quire/internal/mask"
	"quire/schema"
)

// maskingFlags select which personal data is masked.
type maskingFlags struct {
	Kinds  []string `xor:"how" placeholder:"KINDS" help:"What to mask: email, phone, iban, card, national (numbers of persons), or all; joined by commas."`
	Region string   `placeholder:"COUNTRY" help:"Whose phone numbers are also found without a country's code, such as DE."`
	Off    bool     `xor:"how" help:"Mask nothing."`
}

func (f *maskingFlags) check() error {
	if len(f.Kinds) == 0 && !f.Off {
		return exit.Usage(errors.New("give --kinds or --off"))
	}
	return nil
}

// AccountMask sets which personal data of an account's documents is masked.
type AccountMask struct {
	Name string `arg:"" help:"The account's name."`
	maskingFlags
}

// Run sets the masking rules.
func (c *AccountMask) Run(ctx context.Context, e *Env) error {
	if err := c.check(); err != nil {
		return err
	}
	rules, err := mask.New(c.Kinds, c.Region)
	if err != nil {
		return exit.Usage(err)
	}
	done := "masked by nothing but what requests name; what is there already stays as it is"
	if !c.Off {
		done = "masked in every new document and collection: " + strings.Join(rules.Names(), ", ")
	}
	return e.changeAccount(ctx, c.Name, done, func(db *schema.DB, a schema.Account) (schema.Account, error) {
		return db.SetAccountMasking(ctx, a.ID, rules.Names())
	})
}
