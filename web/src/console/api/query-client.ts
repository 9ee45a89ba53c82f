import { QueryClient } from '@tanstack/preact-query'
import { toApiError } from './api-error.js'

const maxRetries = 2

/** Creates the cache of everything that screens have read. */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        // The event stream says when something has changed.
        staleTime: 30_000,
        gcTime: 10 * 60_000,
        refetchOnWindowFocus: true,
        retry: (count, error) => toApiError(error).isTemporary && count < maxRetries,
        retryDelay: (count) => Math.min(1_000 * 2 ** count, 8_000),
      },
      // A write may have happened although its response was lost.
      mutations: { retry: false },
    },
  })
}
