import { keepPreviousData, useQuery } from '@tanstack/preact-query'
import { useTypedText } from '../../ui/use-typed-text.js'
import { useSession } from '../session/session.js'

const typingMs = 250

/** Quotes a sale with its tax and fee, shortly after the last change. */
export function useQuote(body: object | null) {
  const { api, membership } = useSession()
  const bodyText = JSON.stringify(body)
  const settled = useTypedText(bodyText, typingMs)
  const query = useQuery({
    queryKey: ['sale-quote', membership.wallet, settled],
    queryFn: async ({ signal }) => {
      const input = { body: JSON.parse(settled) as object, query: { thumbs: '0' }, signal }
      return (await api.call('post', '/api/receipts/terminal/quote', input)).quote
    },
    enabled: settled !== 'null',
    placeholderData: keepPreviousData,
  })
  return {
    quote: body === null ? null : (query.data ?? null),
    error: body !== null && query.isError ? query.error : null,
    isCurrent: settled === bodyText && query.isSuccess && !query.isPlaceholderData,
  }
}
