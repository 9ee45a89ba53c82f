import { keepPreviousData, useQuery } from '@tanstack/preact-query'
import { useEffect, useState } from 'preact/hooks'
import { useTypedText } from '../../ui/use-typed-text.js'
import { useSession } from '../session/session.js'

const typingMs = 400

export type Pdf = {
  /** The address of the latest file; null before the first, and when there is a problem. */
  url: string | null
  /** Whether the file has all changes. */
  isCurrent: boolean
  error: unknown
  retry(): void
}

/** Prints the newest receipt with unsaved changes, shortly after the last one. */
export function usePdf(
  change: object,
  { isShown, revision }: { isShown: boolean; revision: number },
): Pdf {
  const { api, membership } = useSession()
  const text = JSON.stringify(change)
  const typed = useTypedText(text, typingMs)
  const query = useQuery({
    queryKey: ['receipt-preview', membership.wallet, revision, typed],
    queryFn: ({ signal }) => {
      const body = JSON.parse(typed) as Record<string, never>
      return api.file('post', '/api/shop/receipt-preview', { body, signal })
    },
    enabled: isShown,
    placeholderData: keepPreviousData,
  })
  return {
    url: useAddress(isShown ? query.data : undefined),
    isCurrent: typed === text && query.isSuccess && !query.isPlaceholderData,
    error: query.isError ? query.error : null,
    retry: () => void query.refetch(),
  }
}

/** Returns an address of a file for as long as the file is shown. */
function useAddress(file: Blob | undefined): string | null {
  const [url, setUrl] = useState<string | null>(null)
  useEffect(() => {
    const address = file ? URL.createObjectURL(file) : null
    setUrl(address)
    return () => {
      if (address !== null) URL.revokeObjectURL(address)
    }
  }, [file])
  return url
}
