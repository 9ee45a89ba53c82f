import { consoleSampleTexts as samples } from '../../core/texts/en-console-samples.js'
import { ApiError } from '../api/api-error.js'
import { useFormats } from '../format/use-formats.js'
import { Money } from '../parts/money.js'
import { NotchedRule } from '../parts/notched-rule.js'
import { Notice } from '../parts/notice.js'
import { Plot } from '../parts/plot.js'
import { SkeletonRows, SkeletonText } from '../parts/skeleton.js'
import { SplitBar } from '../parts/split-bar.js'
import {
  DegradedBanner,
  Failed,
  NoMatch,
  OfflineBanner,
  Refused,
  StaleBanner,
} from '../parts/states.js'
import { TaskRow } from '../parts/task-row.js'
import { Time } from '../parts/time.js'

const at = Date.UTC(2026, 10, 17, 23, 12)
const points = ['06:00', '08:00', '10:00', '12:00', '14:00', '16:00', '18:00', '20:00', '22:00']
const today = [0, 60, 420, 1_150, 1_620, 1_900, 2_418, null, null]
const yesterday = [0, 120, 380, 900, 1_380, 1_500, 2_050, 2_250, 2_402]

function retry() {}

export function BannerSamples() {
  return (
    <div>
      <StaleBanner since={at} onReload={retry} />
      <DegradedBanner />
      <OfflineBanner />
    </div>
  )
}

export function TaskSamples() {
  const texts = samples.tasks
  return (
    <div class="card">
      <TaskRow title={texts.webhook} text={texts.webhookText} icon="bad" tone="bad" href="/parts" />
      <TaskRow
        title={texts.collect}
        text={texts.collectText}
        icon="warn"
        tone="warn"
        href="/parts"
      />
      <TaskRow title={texts.solved} text={texts.solvedText} icon="good" tone="good" href={null} />
    </div>
  )
}

export function StateSamples() {
  const texts = samples.states
  const error = new ApiError(texts.message, { status: 503, correlationId: 'req_4hk20d' })
  return (
    <div class="stack">
      <div class="card">
        <Notice
          title={texts.empty}
          text={texts.emptyText}
          action={{ label: texts.create, icon: 'plus', href: '/parts' }}
        />
      </div>
      <div class="card">
        <Failed error={error} title={texts.error} kept={texts.kept} onRetry={retry} />
      </div>
      <div class="card">
        <NoMatch filters={[texts.filter, texts.range]} onClear={retry} />
      </div>
      <div class="card">
        <Refused right="refunds:write" roles={['owner', 'admin']} />
      </div>
    </div>
  )
}

export function LoadingSamples() {
  const texts = samples
  return (
    <div class="stack">
      <div class="table" role="table" aria-label={texts.table.label} aria-busy="true">
        <SkeletonRows count={3} columns={3} />
      </div>
      <SkeletonText />
    </div>
  )
}

export function MoneySamples() {
  const texts = samples.money
  const formats = useFormats()
  const money = (value: number) => formats.money(value, 'USD')
  return (
    <div class="stack">
      <SplitBar
        currency="USD"
        shares={[
          { id: 'shop', name: texts.shop, amount: 177.66, share: 0.8 },
          { id: 'farm', name: texts.farm, amount: 33.31, share: 0.15 },
          { id: 'reserve', name: texts.reserve, amount: 11.1, share: 0.05 },
        ]}
      />
      <NotchedRule />
      <div class="row spread">
        <b>{texts.total}</b>
        <Money amount={222.07} currency="USD" />
      </div>
      <p class="soft">
        <Time at={at} />
      </p>
      <Plot
        label={texts.plot}
        pointsLabel={texts.hour}
        points={points}
        lines={[
          { name: texts.before, kind: 'before', values: yesterday, end: money(2_402.75) },
          { name: texts.now, kind: 'now', values: today, mark: texts.now },
        ]}
        formatTick={money}
        formatValue={money}
      />
    </div>
  )
}
