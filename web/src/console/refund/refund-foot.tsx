import { Icon } from '../parts/icon.js'
import { useSession } from '../session/session.js'
import { useConsoleTexts } from '../texts.js'
import { describeProblem, shortAddress } from './describe-problem.js'
import { amountOf, type RefundState } from './use-refund.js'

type FootProps = { refund: RefundState; onClose(): void }

/** The button that signs, and the result of the last attempt. */
export function RefundFoot({ refund, onClose }: FootProps) {
  const { refund: texts } = useConsoleTexts()
  const { phase } = refund.sending
  if (phase.kind !== 'idle' && phase.kind !== 'busy') {
    return <ResultFoot refund={refund} onClose={onClose} />
  }
  return (
    <div class="refund-foot">
      <Message refund={refund} />
      <WalletChoice refund={refund} />
      <div class="refund-buttons">
        <button type="button" class="button" disabled={phase.kind === 'busy'} onClick={onClose}>
          {texts.cancel}
        </button>
        {refund.maySend && <SignButton refund={refund} />}
      </div>
    </div>
  )
}

function SignButton({ refund }: { refund: RefundState }) {
  const { refund: texts } = useConsoleTexts()
  const { canSign, wallet, transfer, sending, sign } = refund
  const isBusy = sending.phase.kind === 'busy'
  return (
    <button
      type="button"
      class="button main"
      disabled={!canSign || !wallet || isBusy}
      onClick={() => sign()}
    >
      <Icon name="wallet" />
      {isBusy ? texts.signing : transfer ? texts.sign(amountOf(transfer)) : texts.signNothing}
    </button>
  )
}

/** Progress and problems stand beside the button, where the person looks. */
function Message({ refund }: { refund: RefundState }) {
  const texts = useConsoleTexts()
  const { membership } = useSession()
  const { sending, maySend, plan, account, setAccount, wallets, transfer } = refund
  const { phase } = sending
  if (!maySend) {
    const { owner, admin } = texts.roles
    const role = texts.roles[membership.role]
    return <p class="refund-note">{texts.refund.refused(role, `${owner} and ${admin}`)}</p>
  }
  if (phase.kind === 'busy') {
    return phase.isOvertaken ? (
      <p class="refund-problem" role="alert">
        <Icon name="alert" />
        <span>{texts.refund.overtaken}</span>
      </p>
    ) : (
      <p class="refund-note" role="status">
        {texts.refund.steps[phase.step]}
      </p>
    )
  }
  if (phase.kind === 'idle' && phase.problem && plan) {
    const { problem } = phase
    return (
      <div class="refund-problem" role="alert">
        <Icon name="alert" />
        <p>{describeProblem(problem, { texts: texts.refund, plan, account })}</p>
        {problem.kind === 'other_account' && (
          <button type="button" class="button" onClick={() => setAccount(problem.from)}>
            {texts.refund.problems.useAccount(shortAddress(problem.from))}
          </button>
        )}
      </div>
    )
  }
  if (wallets?.length === 0 && transfer) {
    return (
      <p class="refund-note">
        <b>{texts.refund.noWallet}</b> {texts.refund.noWalletText}
      </p>
    )
  }
  return null
}

function WalletChoice({ refund }: { refund: RefundState }) {
  const texts = useConsoleTexts().refund
  const { wallets, wallet, setWalletId, maySend } = refund
  if (!maySend || !wallets || wallets.length < 2) return null
  return (
    <label class="refund-wallet">
      {texts.wallet}
      <select
        value={wallet?.id ?? ''}
        onChange={({ currentTarget }) => setWalletId(currentTarget.value)}
      >
        {wallets.map(({ id, name }) => (
          <option key={id} value={id}>
            {name}
          </option>
        ))}
      </select>
    </label>
  )
}

function ResultFoot({ refund, onClose }: FootProps) {
  const texts = useConsoleTexts().refund
  const { sending, plan, sign } = refund
  const { phase } = sending
  const next =
    phase.kind === 'recorded' && phase.left > 0 && plan
      ? plan.transfers[plan.transfers.length - phase.left]
      : undefined
  if (next && plan) {
    const index = plan.transfers.indexOf(next)
    return (
      <div class="refund-buttons">
        <button type="button" class="button" onClick={onClose}>
          {texts.close}
        </button>
        <button type="button" class="button main" onClick={() => sign(index)}>
          <Icon name="wallet" />
          {texts.signNext(amountOf(next))}
        </button>
      </div>
    )
  }
  return (
    <div class="refund-buttons">
      <button
        type="button"
        class={phase.kind === 'recorded' ? 'button main' : 'button'}
        onClick={onClose}
      >
        {phase.kind === 'recorded' ? texts.done.finish : texts.close}
      </button>
      {phase.kind === 'unrecorded' && (
        <button
          type="button"
          class="button main"
          onClick={() => void sending.recordAgain(phase.sent)}
        >
          {texts.unrecorded.retry}
        </button>
      )}
    </div>
  )
}
