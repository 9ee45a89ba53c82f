import { useState } from 'preact/hooks'
import { reportTexts } from '../../core/texts/en-pos-reports.js'
import { Dialog } from '../parts/dialog.js'
import { Keypad } from '../parts/keypad.js'
import { PinEntry } from '../parts/pin-entry.js'
import { useKeys } from '../parts/use-keys.js'
import { formatCents } from '../register/format-cents.js'
import { type KeypadKey, pressKey } from '../sale/keypad.js'
import type { PosApi } from '../session/pos-api.js'
import { useCashiers } from '../session/use-cashiers.js'
import { usePostOnce } from '../session/use-post-once.js'
import type { Cashier } from '../session/use-session.js'
import { leftCents, type SoldReceipt, toUsdCents } from './sold-receipt.js'

const texts = reportTexts.refund

type Way = 'cash' | 'chain'
type Approval = { cashierId: string; pin: string }

type Props = {
  api: PosApi
  receipt: SoldReceipt
  cashier: Cashier
  /** Says what was refunded. */
  onRefunded(text: string): Promise<void>
  onClose(): void
}

/** Records a refund: cash at once, money on the chain as a task for the console. */
export function RefundDialog({ api, receipt, cashier, onRefunded, onClose }: Props) {
  const currency = receipt.currency === 'EUR' ? 'EUR' : 'USD'
  const money = (cents: number) => formatCents(cents, currency)
  const remainingCents = leftCents(receipt)
  const ways = waysOf(receipt)
  const [way, setWay] = useState<Way | null>(ways[0] ?? null)
  const [typed, setTyped] = useState(0)
  const [problem, setProblem] = useState<string | null>(null)
  const [isApproving, setApproving] = useState(false)
  const refund = usePostOnce(api, '/api/receipts/refund')
  // An empty field means the whole amount.
  const cents = typed === 0 ? remainingCents : typed
  const isTooMuch = cents > remainingCents
  const isReady = way !== null && !isTooMuch && !refund.isBusy
  const press = (key: KeypadKey) => {
    if (refund.isBusy || refund.isUnanswered) return
    setProblem(null)
    setTyped((before) => pressKey(before, key))
  }

  const send = async (approval?: Approval): Promise<string | null> => {
    if (way === null) return null
    const sent = await refund.post({
      receiptId: receipt.receiptId,
      usd: toUsdCents(receipt, cents) / 100,
      ...(way === 'cash' ? { elsewhere: true } : { buyer: receipt.buyerWallet }),
      ...(approval && { approval }),
    })
    if (sent === null) return null
    if (sent.ok) {
      await onRefunded(texts.done(money(cents)))
      return null
    }
    if (sent.code === 'step_up_required') {
      setApproving(true)
      return null
    }
    if (sent.status > 0 && sent.message) return sent.message
    setApproving(false)
    setProblem(texts.unanswered)
    return texts.unanswered
  }
  const submit = async () => {
    if (isReady) setProblem(await send())
  }
  useKeys({ onKey: press, onEnter: () => void submit() }, { isActive: !isApproving })

  if (isApproving) {
    return (
      <ApprovalDialog
        api={api}
        cashier={cashier}
        amount={money(cents)}
        onClose={onClose}
        onApprove={send}
      />
    )
  }
  return (
    <Dialog title={texts.title(money(cents))} onClose={onClose}>
      <p class="soft">{texts.left(money(remainingCents))}</p>
      {way === null && (
        <p class="problem-text" role="alert">
          {texts.noWay}
        </p>
      )}
      {ways.length > 1 && (
        <fieldset class="tips">
          <legend class="visually-hidden">{texts.way}</legend>
          {ways.map((value) => (
            <label key={value} class="choice">
              <input
                type="radio"
                name="way"
                checked={value === way}
                onChange={() => setWay(value)}
              />
              <span>{texts.ways[value]}</span>
            </label>
          ))}
        </fieldset>
      )}
      <p class="huge read long" aria-live="polite">
        {money(cents)}
      </p>
      <p role="alert" class={problem || isTooMuch ? 'problem-text' : 'visually-hidden'}>
        {isTooMuch ? texts.more(money(remainingCents)) : problem}
      </p>
      <Keypad onKey={press} />
      {way !== null && <p>{way === 'cash' ? texts.cash : texts.chain}</p>}
      <button
        type="button"
        class="main-button"
        disabled={!isReady && !refund.isUnanswered}
        onClick={() => void submit()}
      >
        {refund.isBusy ? texts.busy : texts.submit(money(cents))}
      </button>
    </Dialog>
  )
}

/** Cash goes back in cash, and money on the chain to the wallet that paid. */
function waysOf({ marked, buyerWallet }: SoldReceipt): Way[] {
  return [...(marked ? (['cash'] as const) : []), ...(buyerWallet ? (['chain'] as const) : [])]
}

type ApprovalProps = {
  api: PosApi
  cashier: Cashier
  amount: string
  onApprove(approval: Approval): Promise<string | null>
  onClose(): void
}

/** Asks a second cashier for the PIN. */
function ApprovalDialog({ api, cashier, amount, onApprove, onClose }: ApprovalProps) {
  const others = useCashiers(api)?.filter(({ id }) => id !== cashier.id)
  return (
    <Dialog title={reportTexts.approval.title} onClose={onClose}>
      <p>{reportTexts.approval.text(amount)}</p>
      {others?.length === 0 && <p class="problem-text">{reportTexts.approval.noCashier}</p>}
      {others && others.length > 0 && (
        <PinEntry
          cashiers={others}
          legend={reportTexts.approval.who}
          submit={reportTexts.approval.submit}
          onSubmit={(cashierId, pin) => onApprove({ cashierId, pin })}
        />
      )}
    </Dialog>
  )
}
