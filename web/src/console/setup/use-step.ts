import { useQueryClient } from '@tanstack/preact-query'
import { useState } from 'preact/hooks'
import { useSession } from '../session/session.js'

/** Does the work of a step, then reads again what the shop has. */
export function useStep(onDone: () => void) {
  const { membership } = useSession()
  const queries = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const [problem, setProblem] = useState<unknown>(null)
  const run = async (work: () => Promise<unknown>) => {
    setBusy(true)
    setProblem(null)
    try {
      await work()
      await queries.invalidateQueries({ queryKey: ['setup', membership.wallet] })
      onDone()
    } catch (error) {
      setProblem(error)
    } finally {
      setBusy(false)
    }
  }
  return { isBusy, problem, run }
}
