import type { ComponentChildren } from 'preact'
import { type ApiError, toApiError } from '../api/api-error.js'
import { useFormats } from '../format/use-formats.js'
import { useConsoleTexts } from '../texts.js'
import { CopyButton } from './copy-button.js'
import { Icon, type IconName } from './icon.js'
import { Notice } from './notice.js'

type Roles = keyof ReturnType<typeof useConsoleTexts>['roles']

/** Names the active filters when nothing matches them. */
export function NoMatch({ filters, onClear }: { filters: readonly string[]; onClear(): void }) {
  const texts = useConsoleTexts().states
  const { list } = useFormats()
  return (
    <Notice
      title={filters.length > 0 ? texts.noMatch(list(filters)) : texts.noMatchSearch}
      icon="search"
      action={{ label: texts.clearFilters, onClick: onClear }}
    />
  )
}

type RefusedProps = { right: string | null; roles?: readonly string[] }

/** Names the right that is missing, and the roles that have it. */
export function Refused({ right, roles = [] }: RefusedProps) {
  const texts = useConsoleTexts()
  const names = roles.map((role) => texts.roles[role as Roles] ?? role)
  return (
    <Notice title={texts.states.refusedTitle} text={texts.states.refusedText(names)} icon="stop">
      {right && (
        <p class="soft">
          {texts.states.missingRight} <code>{right}</code>
        </p>
      )}
    </Notice>
  )
}

type ErrorProps = {
  error: unknown
  title?: string
  /** Reassures the reader, such as "No payment is lost: buyers can still pay." */
  kept?: string
  onRetry?(): void
}

/** Shows why something did not load: refused, or failed with its correlation id. */
export function Failed({ error, title, kept, onRetry }: ErrorProps) {
  const texts = useConsoleTexts().states
  const problem = toApiError(error)
  if (problem.isRefusal) return <Refused {...readRefusal(problem)} />
  const text = [problem.message, kept ?? texts.nothingLost].join(' ')
  return (
    <Notice
      title={title ?? texts.errorTitle}
      text={text}
      icon="bad"
      isProblem
      {...(onRetry && { action: { label: texts.retry, onClick: onRetry } })}
    >
      {problem.correlationId && <CorrelationId id={problem.correlationId} />}
    </Notice>
  )
}

/** The id under which the service logged a request, to send to support. */
function CorrelationId({ id }: { id: string }) {
  const texts = useConsoleTexts().states
  return (
    <p class="correlation">
      {texts.correlationId} <code>{id}</code>
      <CopyButton text={id} label={texts.copyCorrelationId} />
    </p>
  )
}

function readRefusal({ fields }: ApiError): RefusedProps {
  const { requiredRight, allowedRoles } = fields
  return {
    right: typeof requiredRight === 'string' ? requiredRight : null,
    roles: Array.isArray(allowedRoles) ? allowedRoles.map(String) : [],
  }
}

type BannerProps = {
  kind: 'warn' | 'quiet'
  icon: IconName
  children: ComponentChildren
  action?: { label: string; onClick(): void }
}

/** A line above content that is shown although something is wrong. */
function Banner({ kind, icon, children, action }: BannerProps) {
  return (
    <div class={`banner ${kind}`}>
      <Icon name={icon} />
      <p>{children}</p>
      {action && (
        <button type="button" class="button" onClick={action.onClick}>
          {action.label}
        </button>
      )}
    </div>
  )
}

/** Says since when a screen shows the last known state. */
export function StaleBanner({ since, onReload }: { since: number; onReload(): void }) {
  const texts = useConsoleTexts().states
  const { clock } = useFormats()
  return (
    <Banner kind="warn" icon="clock" action={{ label: texts.reload, onClick: onReload }}>
      <b>{texts.staleSince(clock(since))}</b> {texts.staleText}
    </Banner>
  )
}

/** Says that the service responds from memory, because its database is down. */
export function DegradedBanner() {
  const texts = useConsoleTexts().states
  return (
    <Banner kind="warn" icon="warn">
      <b>{texts.degradedTitle}</b> {texts.degradedText}
    </Banner>
  )
}

/** Says that the device has no connection. */
export function OfflineBanner() {
  const texts = useConsoleTexts().states
  return (
    <Banner kind="warn" icon="warn">
      <b>{texts.offlineTitle}</b> {texts.offlineText}
    </Banner>
  )
}
