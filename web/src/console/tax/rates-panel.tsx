import { useState } from 'preact/hooks'
import { taxTexts } from '../../core/texts/en-console-tax.js'
import { Panel } from '../panels/page.js'
import { Rows } from '../panels/rows.js'
import { Icon } from '../parts/icon.js'
import { writePercent } from '../shop/config-draft.js'
import type { ConfigForm } from '../shop/use-config.js'
import { type Jurisdiction, type Override, sumRates } from './jurisdictions.js'
import { RatesDialog } from './rates-dialog.js'

const texts = taxTexts.rates

type RatesPanelProps = {
  form: ConfigForm
  overrides: readonly Override[]
  jurisdictions: readonly Jurisdiction[]
  isReadOnly: boolean
}

/** The rates that replace those of the catalog. */
export function RatesPanel({ form, overrides, jurisdictions, isReadOnly }: RatesPanelProps) {
  const [open, setOpen] = useState<Override | 'new' | null>(null)
  const put = (next: readonly Override[]) => {
    form.change('tax.overrides', next)
    setOpen(null)
  }
  const others = (code: string) => overrides.filter((known) => known.code !== code)
  return (
    <Panel
      title={texts.title}
      note={texts.note}
      actions={
        !isReadOnly && (
          <button type="button" class="button" onClick={() => setOpen('new')}>
            <Icon name="plus" />
            {texts.add}
          </button>
        )
      }
    >
      {overrides.length === 0 ? (
        <p class="soft">{texts.empty}</p>
      ) : (
        <Rows
          label={texts.title}
          rows={overrides}
          keyOf={({ code }) => code}
          columns={[
            { id: 'code', label: texts.code, cell: ({ code }) => <b>{code}</b> },
            {
              id: 'components',
              label: texts.components,
              cell: ({ components }) =>
                components.map(({ name, rate }) => `${name} ${writePercent(rate)} %`).join(', '),
            },
            {
              id: 'total',
              label: texts.total,
              isEnd: true,
              cell: ({ components }) => `${writePercent(sumRates(components))} %`,
            },
            {
              id: 'actions',
              label: texts.actions,
              isLabelHidden: true,
              cell: (override) =>
                !isReadOnly && (
                  <span class="row-actions">
                    <button
                      type="button"
                      class="button quiet"
                      aria-label={texts.editNamed(override.code)}
                      onClick={() => setOpen(override)}
                    >
                      {texts.edit}
                    </button>
                    <button
                      type="button"
                      class="icon-button"
                      aria-label={taxTexts.removeNamed(override.code)}
                      onClick={() => put(others(override.code))}
                    >
                      <Icon name="close" />
                    </button>
                  </span>
                ),
            },
          ]}
        />
      )}
      {open !== null && (
        <RatesDialog
          override={open === 'new' ? null : open}
          jurisdictions={jurisdictions}
          onUse={(override) =>
            put([...others(open === 'new' ? override.code : open.code), override])
          }
          onClose={() => setOpen(null)}
        />
      )}
    </Panel>
  )
}
