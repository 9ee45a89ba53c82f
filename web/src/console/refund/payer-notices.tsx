import { useState } from 'preact/hooks'
import { isAddress } from '../../core/wallet/hex.js'
import { Hash } from '../../ui/hash.js'
import { Field } from '../parts/field.js'
import { Icon } from '../parts/icon.js'
import { useConsoleTexts } from '../texts.js'
import type { RefundPlan } from './draft.js'
import { amountOf, type RefundState } from './use-refund.js'

/** Warnings about the wallets that receive the refund, and the way to name another one. */
export function PayerNotices({ refund }: { refund: RefundState }) {
  const texts = useConsoleTexts().refund
  const { plan, draft, change, needsOneWallet } = refund
  const [isOpen, setOpen] = useState(false)
  if (!plan) return null
  const isRecorded = draft.refundId !== null
  const isShown = !isRecorded && (isOpen || draft.buyer !== '')
  const isWrong = draft.buyer !== '' && !isAddress(draft.buyer)
  return (
    <>
      {plan.unverifiedPayers.map((payer) => (
        <Unverified
          key={`${payer.address} ${payer.token}`}
          payer={payer}
          isRecorded={isRecorded}
          onConfirm={() => change({ payers: [...new Set([...draft.payers, payer.address])] })}
          {...(!isRecorded && { onOther: () => setOpen(true) })}
        />
      ))}
      {needsOneWallet && <Several refund={refund} plan={plan} />}
      {!needsOneWallet && plan.transfers.length > 1 && (
        <p class="refund-warning">
          <Icon name="alert" />
          <span>
            <b>{texts.several.title}</b> {texts.several.amount(`${plan.transfers.length}`)}
          </span>
        </p>
      )}
      {isShown ? (
        <div class="refund-address">
          <Field
            label={texts.address.label}
            hint={texts.address.hint}
            problem={isWrong ? texts.address.problem : null}
            value={draft.buyer}
            autoComplete="off"
            spellcheck={false}
            onInput={({ currentTarget }) => change({ buyer: currentTarget.value.trim() })}
          />
          <button
            type="button"
            class="link-button"
            onClick={() => {
              setOpen(false)
              change({ buyer: '' })
            }}
          >
            {texts.address.clear}
          </button>
        </div>
      ) : (
        !isRecorded &&
        plan.unverifiedPayers.length === 0 && (
          <button type="button" class="link-button" onClick={() => setOpen(true)}>
            {texts.unverified.other}
          </button>
        )
      )}
    </>
  )
}

type UnverifiedProps = {
  payer: RefundPlan['unverifiedPayers'][number]
  isRecorded: boolean
  onConfirm(): void
  onOther?(): void
}

function Unverified({ payer, isRecorded, onConfirm, onOther }: UnverifiedProps) {
  const texts = useConsoleTexts().refund
  const { title, text, named, confirm, other } = texts.unverified
  const amount = amountOf(payer)
  return (
    <div class="refund-warning">
      <Icon name="alert" />
      <div>
        <p>
          <b>{title}</b> {isRecorded ? named(amount) : text(amount)}
        </p>
        <p>
          <Hash value={payer.address} whole />{' '}
          <span class="soft">{payer.paid ? texts.paidThis : texts.paidNothing}</span>
        </p>
        <div class="row">
          <button type="button" class="button" onClick={onConfirm}>
            {confirm}
          </button>
          {onOther && (
            <button type="button" class="link-button" onClick={onOther}>
              {other}
            </button>
          )}
        </div>
      </div>
    </div>
  )
}

function Several({ refund, plan }: { refund: RefundState; plan: RefundPlan }) {
  const texts = useConsoleTexts().refund.several
  const { draft, change } = refund
  const wallets = [...new Set(plan.transfers.map(({ to }) => to))]
  return (
    <div class="refund-warning">
      <Icon name="alert" />
      <div>
        <p>
          <b>{texts.title}</b> {wallets.length > 1 ? texts.lines : texts.assets}
        </p>
        {wallets.length > 1 && (
          <fieldset class="stack">
            <legend>{texts.pick}</legend>
            {wallets.map((wallet) => (
              <label key={wallet} class="row">
                <input
                  type="radio"
                  name="refund-wallet"
                  checked={draft.buyer === wallet}
                  onChange={() => change({ buyer: wallet })}
                />
                <Hash value={wallet} />
              </label>
            ))}
          </fieldset>
        )}
      </div>
    </div>
  )
}
