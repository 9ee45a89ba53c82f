import { useQueryClient } from '@tanstack/preact-query'
import { useState } from 'preact/hooks'
import { useWallets } from '../../../ui/use-wallets.js'
import { toApiError } from '../../api/api-error.js'
import { Dialog } from '../../parts/dialog.js'
import { Icon } from '../../parts/icon.js'
import { showToast } from '../../parts/toast.js'
import { useSession } from '../../session/session.js'
import { useConsoleTexts } from '../../texts.js'
import { showUnits } from '../balances-card.js'
import { shortAddress } from '../short-address.js'
import type { Balance } from '../use-payouts.js'
import type { SendOutcome } from './send-payout.js'

type ReleaseDialogProps = { balances: readonly Balance[]; onClose(): void }

/** All balances of one token at one payout address, which one transaction pays out. */
type Payable = {
  id: string
  payoutAddress: string
  token: string
  symbol: string
  parts: Balance[]
}

/** Pays out with the wallet of the person, without waiting for the service. */
export function ReleaseDialog({ balances, onClose }: ReleaseDialogProps) {
  const texts = useConsoleTexts().payouts.release
  const { api, membership } = useSession()
  const queries = useQueryClient()
  const wallets = useWallets()
  const [walletId, setWalletId] = useState<string | null>(null)
  const payables = toPayables(balances)
  const [chosenId, setChosenId] = useState(payables[0]?.id ?? null)
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const payable = payables.find(({ id }) => id === chosenId) ?? payables[0] ?? null
  const wallet = wallets?.find(({ id }) => id === walletId) ?? wallets?.[0] ?? null

  const sign = async () => {
    if (!payable || !wallet) return
    setBusy(true)
    setProblem(null)
    const { payoutAddress, token } = payable
    try {
      const query = { payoutAddress, token }
      const transaction = await api.call('get', '/api/payouts/transaction', { query })
      const { sendPayout } = await import('./send-payout.js')
      const outcome = await sendPayout(wallet, transaction)
      if (outcome.kind === 'sent') {
        showToast({ kind: 'good', text: texts.sent })
        void queries.invalidateQueries({ queryKey: ['payouts', membership.wallet] })
        onClose()
        return
      }
      setProblem(describe(outcome, texts.problems, transaction.network))
    } catch (error) {
      const { status, message } = toApiError(error)
      setProblem(status === 404 ? texts.problems.gone : message)
    }
    setBusy(false)
  }

  return (
    <Dialog
      title={texts.title}
      onClose={() => !isBusy && onClose()}
      footer={
        <>
          <button type="button" class="button" disabled={isBusy} onClick={onClose}>
            {texts.close}
          </button>
          <button
            type="button"
            class="button main"
            disabled={!payable || !wallet || isBusy}
            onClick={() => void sign()}
          >
            <Icon name="wallet" />
            {isBusy || !payable ? texts.signing : texts.sign(describeUnits(payable))}
          </button>
        </>
      }
    >
      <div class="release" aria-busy={isBusy}>
        <p>{texts.text}</p>
        {payables.length === 0 && <p>{texts.nothing}</p>}
        <fieldset class="choices">
          <legend>{texts.choose}</legend>
          {payables.map(({ id, payoutAddress, ...rest }) => (
            <label key={id} class="check">
              <input
                type="radio"
                name="payable"
                checked={payable?.id === id}
                onChange={() => setChosenId(id)}
              />
              <span>
                <b>{describeUnits(rest)}</b> <span class="soft">{shortAddress(payoutAddress)}</span>
              </span>
            </label>
          ))}
        </fieldset>
        {wallets && wallets.length > 1 && (
          <label class="field">
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
        )}
        {wallets?.length === 0 && (
          <p>
            <b>{texts.noWallet}</b> {texts.noWalletText}
          </p>
        )}
        {problem && (
          <p class="problem-text" role="alert">
            {problem}
          </p>
        )}
      </div>
    </Dialog>
  )
}

function toPayables(balances: readonly Balance[]): Payable[] {
  const payables = new Map<string, Payable>()
  for (const balance of balances) {
    const { payoutAddress, token, symbol } = balance
    const id = `${payoutAddress} ${token}`
    const parts = [...(payables.get(id)?.parts ?? []), balance]
    payables.set(id, { id, payoutAddress, token, symbol, parts })
  }
  return [...payables.values()]
}

/** Returns the sum of both places, such as "12.50 USDC". */
function describeUnits({ parts, symbol }: Pick<Payable, 'parts' | 'symbol'>): string {
  const decimals = parts[0]?.decimals ?? 0
  const units = String(parts.reduce((sum, part) => sum + BigInt(part.units), 0n))
  const padded = units.padStart(decimals + 1, '0')
  const at = padded.length - decimals
  const amount = `${padded.slice(0, at)}.${padded.slice(at)}`.replace(/\.?0+$/, '')
  return `${showUnits({ amount })} ${symbol}`
}

type ProblemTexts = ReturnType<typeof useConsoleTexts>['payouts']['release']['problems']

function describe(
  outcome: Exclude<SendOutcome, { kind: 'sent' }>,
  texts: ProblemTexts,
  network: { name: string; coin: string },
): string {
  switch (outcome.kind) {
    case 'rejected':
    case 'request_pending':
    case 'other_chain':
    case 'no_account':
      return texts[outcome.kind]
    case 'wrong_network':
      return texts.wrong_network(network.name)
    case 'insufficient_funds':
      return texts.gas('has' in outcome ? outcome.has : '0', network.coin)
    default:
      return 'message' in outcome && outcome.message ? outcome.message : texts.failed
  }
}
