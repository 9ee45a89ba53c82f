import { useState } from 'preact/hooks'
import { operatorTexts } from '../../core/texts/en-console-operator.js'
import { Loaded } from '../panels/loaded.js'
import { Panel } from '../panels/page.js'
import { useLoad } from '../panels/use-load.js'
import { Pill } from '../parts/pill.js'

const texts = operatorTexts.state

const tones = { ok: 'good', warning: 'warn', problem: 'bad', skipped: 'wait' } as const

/** Runs the checks of the doctor on request, because they ask every node. */
export function DoctorPanel() {
  const [isAsked, setAsked] = useState(false)
  const query = useLoad('/api/admin/doctor', {}, { isEnabled: isAsked })
  return (
    <Panel
      title={texts.doctor}
      note={texts.doctorNote}
      actions={
        <button
          type="button"
          class="button"
          disabled={query.isFetching}
          onClick={() => (isAsked ? void query.refetch() : setAsked(true))}
        >
          {texts.examine}
        </button>
      }
    >
      {query.isFetching && (
        <p class="soft" role="status">
          {texts.examining}
        </p>
      )}
      {isAsked && (
        <Loaded query={query}>
          {({ sections }) => (
            <div class="stack">
              {sections.map(({ title, findings }) => (
                <section key={title} class="doctor-section">
                  <h3>{title}</h3>
                  <ul>
                    {findings.map(({ status, message, fix }) => (
                      <li key={message}>
                        <Pill tone={tones[status]} word={texts.status[status]} />
                        <span>
                          {message}
                          {fix && <span class="soft"> {fix}</span>}
                        </span>
                      </li>
                    ))}
                  </ul>
                </section>
              ))}
            </div>
          )}
        </Loaded>
      )}
    </Panel>
  )
}
