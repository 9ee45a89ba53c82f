import { useState } from 'preact/hooks'
import { taxTexts } from '../../core/texts/en-console-tax.js'
import { Panel } from '../panels/page.js'
import { Icon } from '../parts/icon.js'
import type { ConfigForm } from '../shop/use-config.js'
import { JurisdictionDialog } from './jurisdiction-dialog.js'
import type { Jurisdiction } from './jurisdictions.js'

const texts = taxTexts.choices

type ChoicesPanelProps = {
  form: ConfigForm
  codes: readonly string[]
  jurisdictions: readonly Jurisdiction[]
  isReadOnly: boolean
}

/** The jurisdictions that buyers may name in an order without a key. */
export function ChoicesPanel({ form, codes, jurisdictions, isReadOnly }: ChoicesPanelProps) {
  const [isAdding, setAdding] = useState(false)
  const put = (next: readonly string[]) => form.change('publicOrders.jurisdictionCodes', next)
  const nameOf = (code: string) => jurisdictions.find((known) => known.code === code)?.name ?? code
  return (
    <Panel
      title={texts.title}
      note={texts.note}
      actions={
        !isReadOnly && (
          <button type="button" class="button" onClick={() => setAdding(true)}>
            <Icon name="plus" />
            {texts.add}
          </button>
        )
      }
    >
      {codes.length === 0 ? (
        <p class="soft">{texts.empty}</p>
      ) : (
        <ul class="jurisdiction-chips">
          {codes.map((code) => (
            <li key={code}>
              {nameOf(code)} <span class="soft">{code}</span>
              {!isReadOnly && (
                <button
                  type="button"
                  class="icon-button small"
                  aria-label={taxTexts.removeNamed(nameOf(code))}
                  onClick={() => put(codes.filter((known) => known !== code))}
                >
                  <Icon name="close" />
                </button>
              )}
            </li>
          ))}
        </ul>
      )}
      {isAdding && (
        <JurisdictionDialog
          onChoose={({ code }) => {
            put([...new Set([...codes, code])])
            setAdding(false)
          }}
          onClose={() => setAdding(false)}
        />
      )}
    </Panel>
  )
}
