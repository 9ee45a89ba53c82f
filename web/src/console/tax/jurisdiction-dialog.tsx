import { useState } from 'preact/hooks'
import { taxTexts } from '../../core/texts/en-console-tax.js'
import { useFormats } from '../format/use-formats.js'
import { Loaded } from '../panels/loaded.js'
import { Dialog } from '../parts/dialog.js'
import { Field } from '../parts/field.js'
import { Notice } from '../parts/notice.js'
import { writePercent } from '../shop/config-draft.js'
import { type Jurisdiction, searchJurisdictions, useJurisdictions } from './jurisdictions.js'

const texts = taxTexts.search
const maxShown = 40

type JurisdictionDialogProps = { onChoose(jurisdiction: Jurisdiction): void; onClose(): void }

/** Finds a jurisdiction of the catalog by its name, code or a component. */
export function JurisdictionDialog({ onChoose, onClose }: JurisdictionDialogProps) {
  const [text, setText] = useState('')
  const formats = useFormats()
  const catalog = useJurisdictions()
  return (
    <Dialog title={texts.title} onClose={onClose}>
      <Field
        label={texts.label}
        hint={texts.hint}
        type="search"
        autoComplete="off"
        value={text}
        onInput={({ currentTarget }) => setText(currentTarget.value)}
      />
      <Loaded query={catalog}>
        {({ jurisdictions }) => {
          const found = searchJurisdictions(jurisdictions, text)
          if (found.length === 0) return <Notice title={texts.none} text={texts.noneText} />
          return (
            <>
              <ul class="jurisdiction-list" aria-label={texts.list}>
                {found.slice(0, maxShown).map((jurisdiction) => (
                  <li key={jurisdiction.code}>
                    <button
                      type="button"
                      class="list-button"
                      onClick={() => onChoose(jurisdiction)}
                    >
                      <span>
                        <b>{jurisdiction.name}</b> <span class="soft">{jurisdiction.code}</span>
                      </span>
                      <span class="numeric">{writePercent(jurisdiction.rate)} %</span>
                    </button>
                  </li>
                ))}
              </ul>
              {found.length > maxShown && (
                <p class="soft">{texts.more(formats.count(found.length - maxShown))}</p>
              )}
            </>
          )
        }}
      </Loaded>
    </Dialog>
  )
}
