import { reportTexts } from '../../core/texts/en-console-reports.js'
import type { ResultOf } from '../api/api-types.js'
import { useFormats } from '../format/use-formats.js'
import { Loaded } from '../panels/loaded.js'
import { Panel } from '../panels/page.js'
import { Rows } from '../panels/rows.js'
import { Bar, NumberLink } from './figures.js'
import { NoSales } from './no-sales.js'
import { type Period, receiptsOf } from './period.js'
import { useReports } from './use-reports.js'

const texts = reportTexts.funnel

type Funnel = ResultOf<'get', '/api/reports/funnel'>
type Stage = { step: 'created' | Funnel['steps'][number]['step']; count: number; rate: number }

/** How far buyers came: each stage with those who left before it, and why payments failed. */
export function FunnelReport({ period }: { period: Period }) {
  const { now, before } = useReports('/api/reports/funnel', period)
  return (
    <Loaded query={now} empty={({ created }) => (created === 0 ? <NoSales /> : null)}>
      {(funnel) => (
        <>
          <Stages funnel={funnel} before={before.data ?? null} period={period} />
          <Failures failures={funnel.failures} period={period} />
        </>
      )}
    </Loaded>
  )
}

function stagesOf({ created, steps }: Funnel): Stage[] {
  return [{ step: 'created', count: created, rate: created > 0 ? 1 : 0 }, ...steps]
}

type StagesProps = { funnel: Funnel; before: Funnel | null; period: Period }

function Stages({ funnel, before, period }: StagesProps) {
  const formats = useFormats()
  const stages = stagesOf(funnel)
  const earlier = new Map(before ? stagesOf(before).map(({ step, rate }) => [step, rate]) : [])
  // A buyer can pay without opening the page, so a stage may have more than the one before it.
  const dropOf = (stage: Stage) => {
    const previous = stages[stages.indexOf(stage) - 1]
    const lost = previous ? previous.count - stage.count : 0
    return previous && lost > 0 ? { lost, share: lost / previous.count } : null
  }
  return (
    <Panel title={texts.title} note={texts.note}>
      <Rows
        label={texts.title}
        rows={stages}
        keyOf={({ step }) => step}
        columns={[
          { id: 'stage', label: texts.stage, cell: ({ step }) => <b>{texts.steps[step]}</b> },
          {
            id: 'bar',
            label: texts.rate,
            isLabelHidden: true,
            cell: ({ rate }) => <Bar share={rate} />,
          },
          {
            id: 'count',
            label: texts.count,
            isEnd: true,
            cell: ({ step, count }) => (
              <NumberLink href={receiptsOf(period.days, formats.timeZone, { reached: step })}>
                {formats.count(count)}
              </NumberLink>
            ),
          },
          {
            id: 'rate',
            label: texts.rate,
            isEnd: true,
            cell: ({ rate }) => <span class="money">{formats.percent(rate)}</span>,
          },
          {
            id: 'drop',
            label: texts.dropped,
            isEnd: true,
            cell: (stage) => {
              const drop = dropOf(stage)
              return drop ? (
                <span class="drop-out">
                  {texts.left(formats.count(drop.lost), formats.percent(roundShare(drop.share)))}
                </span>
              ) : (
                <span class="soft">—</span>
              )
            },
          },
          ...(before
            ? [
                {
                  id: 'before',
                  label: reportTexts.before,
                  isEnd: true,
                  cell: ({ step }: Stage) => (
                    <span class="soft">{formats.percent(earlier.get(step) ?? 0)}</span>
                  ),
                },
              ]
            : []),
        ]}
      />
    </Panel>
  )
}

const roundShare = (share: number) => Math.round(share * 1_000) / 1_000

function Failures({ failures, period }: { failures: Funnel['failures']; period: Period }) {
  const formats = useFormats()
  const top = failures[0]?.count ?? 0
  return (
    <Panel title={texts.failures} note={texts.failuresNote}>
      {failures.length === 0 ? (
        <p class="soft">{texts.noFailures}</p>
      ) : (
        <Rows
          label={texts.failures}
          rows={failures}
          keyOf={({ failureCode }) => failureCode}
          columns={[
            {
              id: 'code',
              label: texts.code,
              cell: ({ failureCode, failureCategory }) => (
                <span class="two-lines">
                  <code>{failureCode}</code>
                  <span class="soft">
                    {texts.categories[failureCategory as keyof typeof texts.categories] ??
                      failureCategory}
                  </span>
                </span>
              ),
            },
            {
              id: 'bar',
              label: texts.count,
              isLabelHidden: true,
              cell: ({ count }) => <Bar share={count / top} tone="before" />,
            },
            {
              id: 'count',
              label: texts.count,
              isEnd: true,
              cell: ({ failureCode, count }) => (
                <NumberLink
                  href={receiptsOf(period.days, formats.timeZone, {
                    reached: 'created',
                    failureCode,
                  })}
                >
                  {formats.count(count)}
                </NumberLink>
              ),
            },
          ]}
        />
      )}
    </Panel>
  )
}
