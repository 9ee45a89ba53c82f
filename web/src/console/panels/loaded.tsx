import type { ComponentChildren } from 'preact'
import { SkeletonText } from '../parts/skeleton.js'
import { Failed, StaleBanner } from '../parts/states.js'

type Query<Data> = {
  data: Data | undefined
  isError: boolean
  error: unknown
  dataUpdatedAt: number
  refetch(): unknown
}

type LoadedProps<Data> = {
  query: Query<Data>
  /** Takes the place of content without rows. */
  empty?: (data: Data) => ComponentChildren | null
  lines?: number
  children(data: Data): ComponentChildren
}

/** Shows what was read: loading, failed, out of date, empty, or its content. */
export function Loaded<Data>({ query, empty, lines = 6, children }: LoadedProps<Data>) {
  const { data, isError, error, dataUpdatedAt, refetch } = query
  if (data === undefined) {
    if (isError) return <Failed error={error} onRetry={() => void refetch()} />
    return (
      <div class="panel-loading">
        <SkeletonText lines={lines} />
      </div>
    )
  }
  return (
    <>
      {isError && <StaleBanner since={dataUpdatedAt} onReload={() => void refetch()} />}
      {empty?.(data) ?? children(data)}
    </>
  )
}
