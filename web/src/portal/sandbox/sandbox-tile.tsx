import type { PortalReceipt } from '@tallystick/sdk'
import { useState } from 'preact/hooks'
import type { PortalApi } from '../live/portal-api.js'
import { canPay, stageOf } from '../state/derive-stage.js'

type Props = {
  api: PortalApi
  receipt: PortalReceipt
  symbol: string
  failureCodes: readonly string[]
}

/** What a sandbox lets anybody try, with money that is not real: one click each, and no wallet. */
export function SandboxTile({ api, receipt, symbol, failureCodes }: Props) {
  const [code, setCode] = useState(failureCodes[0] ?? '')
  const [playing, setPlaying] = useState<string | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const isOpen = canPay(receipt)
  const isUnpaid = isOpen || stageOf(receipt) === 'sent'

  const play = async (scenario: string) => {
    setPlaying(scenario)
    setProblem(null)
    const answer = await api.play(scenario, symbol)
    setPlaying(null)
    if (!answer.ok) setProblem(answer.message)
  }
  const button = (label: string, scenario: string, isUseful: boolean) => (
    <button
      type="button"
      class="quiet-button"
      disabled={!isUseful || playing !== null}
      onClick={() => void play(scenario)}
    >
      {playing === scenario ? 'Working' : label}
    </button>
  )

  return (
    <section class="sandbox-tile needs-script" aria-labelledby="sandbox-title">
      <h2 id="sandbox-title">Sandbox</h2>
      <p>Nothing here is real money. Try what can happen to a payment.</p>
      <div class="actions">
        {button('Pay as test buyer', 'exact', isOpen)}
        {button(
          'Pay half of it',
          `under:${halfOf(receipt.payment.dueUsd)}`,
          isOpen && receipt.payment.dueUsd >= 0.02,
        )}
        {button('Mine blocks', 'mine', true)}
        {button('Let it expire', 'expire', isUnpaid)}
      </div>
      <div class="fail">
        <label for="code">Fail with</label>
        <select id="code" value={code} onChange={(event) => setCode(event.currentTarget.value)}>
          {failureCodes.map((one) => (
            <option key={one} value={one}>
              {one}
            </option>
          ))}
        </select>
        {button('Fail', code, isUnpaid)}
      </div>
      <p role="alert" class={problem ? 'notice' : 'unseen'}>
        {problem}
      </p>
    </section>
  )
}

/** In whole cents. */
function halfOf(usd: number): string {
  return (Math.floor(usd * 50) / 100).toFixed(2)
}
