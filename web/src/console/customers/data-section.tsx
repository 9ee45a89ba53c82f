import { useState } from 'preact/hooks'
import { customerTexts } from '../../core/texts/en-console-customers.js'
import { useFormats } from '../format/use-formats.js'
import { FormDialog } from '../panels/confirm-dialog.js'
import { showProblem } from '../panels/use-load.js'
import { Field } from '../parts/field.js'
import { Icon } from '../parts/icon.js'
import { showToast } from '../parts/toast.js'
import { type Session, useRight, useSession } from '../session/session.js'
import { Section } from './section.js'
import { type Customer, nameOf, shortenWallet, useShowCustomer } from './use-customers.js'

const { detail: texts, unnamed } = customerTexts

type DataSectionProps = { customer: Customer; onErased(): void }

/** Hands out or erases the personal data of a customer. */
export function DataSection({ customer, onErased }: DataSectionProps) {
  const session = useSession()
  const format = useFormats()
  const mayManage = useRight('privacy:manage')
  const [read, setRead] = useState<number | null>(null)
  const [isErasing, setErasing] = useState(false)
  const exportAll = async () => {
    setRead(0)
    try {
      save(await exportData(session, customer, setRead), `${customer.id}.json`)
    } catch (error) {
      showProblem(error)
    }
    setRead(null)
  }
  return (
    <Section title={texts.data}>
      <p class="soft">
        {mayManage ? texts.dataText : texts.ownerOnly}{' '}
        <a href="/docs/privacy.md" target="_blank" rel="noreferrer">
          {texts.docs}
        </a>
      </p>
      {mayManage && (
        <div class="row">
          <button
            type="button"
            class="button"
            disabled={read !== null}
            onClick={() => void exportAll()}
          >
            <Icon name="download" />
            {read === null ? texts.exportData : texts.exporting(format.count(read))}
          </button>
          <button type="button" class="button" onClick={() => setErasing(true)}>
            {texts.erase}
          </button>
        </div>
      )}
      {isErasing && (
        <EraseDialog customer={customer} onErased={onErased} onClose={() => setErasing(false)} />
      )}
    </Section>
  )
}

function EraseDialog({ customer, onErased, onClose }: DataSectionProps & { onClose(): void }) {
  const { api } = useSession()
  const format = useFormats()
  const show = useShowCustomer()
  const [typed, setTyped] = useState('')
  const [done, setDone] = useState<number | null>(null)
  const { email, wallet } = customer
  const proof = email ?? (wallet ? shortenWallet(wallet).slice(-4) : '')
  const erase = async () => {
    let receipts = 0
    setDone(0)
    try {
      for (let cursor: string | null = ''; cursor !== null; ) {
        const body = { ...buyerOf(customer), ...(cursor && { cursor }) }
        const page: Erased = await api.call('post', '/api/privacy/erase', { body })
        receipts += page.receipts
        setDone(receipts)
        cursor = page.nextCursor
      }
    } catch (error) {
      setDone(null)
      throw error
    }
    show(null)
    showToast({ kind: 'good', text: texts.erased(format.count(receipts), receipts === 1) })
    onErased()
  }
  return (
    <FormDialog
      title={texts.eraseTitle(nameOf(customer) ?? unnamed)}
      submit={texts.erase}
      isDanger
      isDisabled={typed.trim().toLowerCase() !== proof.toLowerCase()}
      onSubmit={erase}
      onClose={onClose}
    >
      <p>{texts.eraseText}</p>
      <Field
        label={texts.eraseConfirm(proof)}
        value={typed}
        autoComplete="off"
        spellcheck={false}
        onInput={({ currentTarget }) => setTyped(currentTarget.value)}
      />
      {done !== null && <p role="status">{texts.erasing(format.count(done))}</p>}
    </FormDialog>
  )
}

type Erased = { receipts: number; nextCursor: string | null }
type Exported = { data: Record<string, unknown>; nextCursor: string | null; exportedAt: number }

function buyerOf({ email, wallet }: Customer) {
  return { ...(email !== null && { email }), ...(wallet !== null && { buyerWallet: wallet }) }
}

/** Reads all pages of what is stored about a customer. */
async function exportData(
  { api }: Pick<Session, 'api'>,
  customer: Customer,
  onRead: (receipts: number) => void,
) {
  const data: Record<string, unknown[]> = {}
  let exportedAt = 0
  for (let cursor: string | null = ''; cursor !== null; ) {
    const body = { ...buyerOf(customer), ...(cursor && { cursor }) }
    const page: Exported = await api.call('post', '/api/privacy/export', { body })
    for (const [section, rows] of Object.entries(page.data)) {
      data[section] = [...(data[section] ?? []), ...(Array.isArray(rows) ? rows : [rows])]
    }
    exportedAt = page.exportedAt
    onRead(data['receipts']?.length ?? 0)
    cursor = page.nextCursor
  }
  return { exportedAt, data }
}

/** Saves JSON as a file. */
function save(content: unknown, name: string): void {
  const blob = new Blob([JSON.stringify(content, null, 2)], { type: 'application/json' })
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = name
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
