import { useQueryClient } from '@tanstack/preact-query'
import { useState } from 'preact/hooks'
import { toProblemToast } from '../../parts/problem.js'
import { showToast } from '../../parts/toast.js'
import { useRight, useSession } from '../../session/session.js'
import { useConsoleTexts } from '../../texts.js'
import type { Plan } from '../use-subscriptions.js'

/** Subscribes a test customer to the newest open plan of a sandbox. */
export function SimulateButton({ plans }: { plans: readonly Plan[] }) {
  const texts = useConsoleTexts().subscriptions.list
  const { api, view, membership } = useSession()
  const queries = useQueryClient()
  const mayWrite = useRight('subscriptions:write')
  const [isBusy, setBusy] = useState(false)
  const plan = plans.find(({ active }) => active)
  if (view.mode !== 'sandbox' || !mayWrite || !plan) return null
  const simulate = async () => {
    setBusy(true)
    try {
      await api.call('post', '/api/sandbox/subscriptions', { body: { planId: plan.planId } })
      await queries.invalidateQueries({ queryKey: ['subscriptions', membership.wallet] })
    } catch (error) {
      showToast(toProblemToast(error))
    }
    setBusy(false)
  }
  return (
    <button type="button" class="button" disabled={isBusy} onClick={() => void simulate()}>
      {texts.simulate}
    </button>
  )
}
