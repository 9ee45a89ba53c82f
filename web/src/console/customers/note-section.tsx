import { useState } from 'preact/hooks'
import { customerTexts } from '../../core/texts/en-console-customers.js'
import { ApiError, toApiError } from '../api/api-error.js'
import { useFormats } from '../format/use-formats.js'
import { TextArea } from '../parts/field.js'
import { Select } from '../parts/select.js'
import { showToast } from '../parts/toast.js'
import { useRight, useSession } from '../session/session.js'
import { Section } from './section.js'
import { type Customer, useShowCustomer } from './use-customers.js'

const { detail: texts } = customerTexts

type Consent = keyof typeof texts.consents

const consentOf = ({ consent }: Customer): Consent =>
  consent === null ? 'unknown' : consent ? 'yes' : 'no'
const consentValues: Readonly<Record<Consent, boolean | null>> = {
  yes: true,
  no: false,
  unknown: null,
}

/** The team's note about a customer, and whether the customer agreed to be contacted. */
export function NoteSection({ customer }: { customer: Customer }) {
  const { api } = useSession()
  const format = useFormats()
  const show = useShowCustomer()
  const mayWrite = useRight('comments:write')
  // Null until it is changed, so that it follows the customer.
  const [note, setNote] = useState<string | null>(null)
  const [consent, setConsent] = useState<Consent | null>(null)
  const [newer, setNewer] = useState<Customer | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const [isBusy, setBusy] = useState(false)
  // The customer as the person saw it when they began to type.
  const [base, setBase] = useState<Customer | null>(null)
  const isChanged =
    (note !== null && note.trim() !== (customer.note ?? '')) ||
    (consent !== null && consent !== consentOf(customer))
  const begin = () => setBase((seen) => seen ?? customer)
  const save = async (event: Event) => {
    event.preventDefault()
    setBusy(true)
    setProblem(null)
    try {
      const { customer: saved } = await api.call('put', '/api/customers/{id}', {
        path: { id: customer.id },
        body: {
          ...(note !== null && { note: note.trim() || null }),
          ...(consent !== null && { consent: consentValues[consent] }),
          expectedRevision: (newer ?? base ?? customer).revision,
        },
      })
      show(saved)
      setNote(null)
      setConsent(null)
      setNewer(null)
      setBase(null)
      showToast({ kind: 'good', text: texts.saved })
    } catch (error) {
      const current = error instanceof ApiError ? error.fields['current'] : undefined
      if (current) setNewer(current as Customer)
      else setProblem(toApiError(error).message)
    }
    setBusy(false)
  }
  return (
    <Section title={texts.noteAndConsent}>
      <form class="customer-form" onSubmit={(event) => void save(event)}>
        {newer && (
          <p class="problem-text" role="alert">
            {texts.conflict} {texts.theirNote(newer.note ?? texts.noNote)}
          </p>
        )}
        <TextArea
          label={texts.note}
          name="note"
          rows={2}
          maxLength={2_000}
          hint={mayWrite ? texts.noteHint : texts.notYours}
          problem={problem}
          readOnly={!mayWrite}
          value={note ?? customer.note ?? ''}
          onInput={({ currentTarget }) => {
            begin()
            // A note is one line.
            setNote(currentTarget.value.replaceAll(/[\r\n]+/g, ' '))
          }}
        />
        <Select
          label={texts.consent}
          hint={
            customer.consentAt === null
              ? texts.consentHint
              : texts.consentAt(format.day(customer.consentAt))
          }
          options={(Object.keys(texts.consents) as Consent[]).map((value) => ({
            value,
            label: texts.consents[value],
          }))}
          value={consent ?? consentOf(customer)}
          onChange={(value) => {
            begin()
            setConsent(value)
          }}
        />
        {mayWrite && isChanged && (
          <button type="submit" class="button main" disabled={isBusy}>
            {texts.save}
          </button>
        )}
      </form>
    </Section>
  )
}
