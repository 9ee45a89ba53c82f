import { useMutation, useQueryClient } from '@tanstack/preact-query'
import { useSession } from '../../session/session.js'
import { useSay } from '../messages.js'
import { receiptsKey } from '../use-receipt-list.js'

type StatusChange = { status: 'paid' | 'failed'; failureCode?: string; note?: string }

/** Sets the status of a receipt. Shows it only after the service has, because it is about money. */
export function useSetStatus(
  receiptId: string,
  { message, onDone }: { message: string; onDone(): void },
) {
  const { api } = useSession()
  const say = useSay()
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (change: StatusChange) =>
      api.call('post', '/api/receipts/status', { body: { receiptId, ...change } }),
    onSuccess: async () => {
      await queries.invalidateQueries({
        predicate: ({ queryKey: [root, , kind] }) => root === receiptsKey[0] && kind !== 'list',
      })
      say({ kind: 'good', text: message })
      onDone()
    },
  })
}
