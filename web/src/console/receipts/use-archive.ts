import { type InfiniteData, useQueryClient } from '@tanstack/preact-query'
import { useFormats } from '../format/use-formats.js'
import { toProblemToast } from '../parts/problem.js'
import { useSession } from '../session/session.js'
import { useConsoleTexts } from '../texts.js'
import { removeReceipts } from './merge-rows.js'
import { useSay } from './messages.js'
import type { ReceiptPage } from './receipt.js'
import { receiptsKey } from './use-receipt-list.js'

type Pages = InfiniteData<ReceiptPage, string | null>

/** As many as one request may change. */
const maxIds = 500

/** Returns a function that archives receipts or brings them back, and offers to undo it. */
export function useArchive(): (ids: readonly string[], archived: boolean) => Promise<void> {
  const { api, membership } = useSession()
  const { receipts: texts } = useConsoleTexts()
  const format = useFormats()
  const say = useSay()
  const queries = useQueryClient()
  const lists = [...receiptsKey, membership.wallet, 'list']

  const send = async (ids: readonly string[], archived: boolean) => {
    for (let start = 0; start < ids.length; start += maxIds) {
      const body = { ids: ids.slice(start, start + maxIds), archived }
      await api.call('post', '/api/receipts/archive', { body })
    }
  }
  const readAgain = (ids: readonly string[]) =>
    queries.invalidateQueries({
      predicate: ({ queryKey: [root, , kind, id] }) =>
        root === receiptsKey[0] &&
        (kind === 'newest' || (kind === 'one' && ids.includes(String(id)))),
    })
  return async (ids, archived) => {
    const before = queries.getQueriesData<Pages>({ queryKey: lists })
    const restore = () => {
      for (const [key, data] of before) queries.setQueryData(key, data)
    }
    const gone = new Set(ids)
    for (const [key, data] of before) {
      // Lists with archived receipts keep their rows.
      if (data && !String(key[3]).includes('"archived":"all"')) {
        queries.setQueryData(key, { ...data, pages: removeReceipts(data.pages, gone) })
      }
    }
    queries.setQueriesData<ReceiptPage>(
      { queryKey: [...receiptsKey, membership.wallet, 'newest'] },
      // Otherwise they would count as new until it is read again.
      (page) => page && (removeReceipts([page], gone)[0] ?? page),
    )
    const fail = (error: unknown) => {
      restore()
      say(toProblemToast(error, texts.bulk.failed))
    }
    try {
      await send(ids, archived)
    } catch (error) {
      fail(error)
      return
    }
    await readAgain(ids)
    const words = archived ? texts.bulk.archived : texts.bulk.restored
    const undo = async () => {
      try {
        await send(ids, !archived)
        restore()
        await readAgain(ids)
        say({ kind: 'good', text: texts.bulk.undone })
      } catch (error) {
        say(toProblemToast(error))
      }
    }
    say({
      kind: 'good',
      text: words(format.count(ids.length), ids.length === 1),
      action: { label: texts.bulk.undo, onClick: () => void undo() },
    })
  }
}
