import { operatorTexts } from '../../core/texts/en-console-operator.js'
import type { ResultOf } from '../api/api-types.js'
import { useFormats } from '../format/use-formats.js'
import { Address } from '../panels/address.js'
import { Loaded } from '../panels/loaded.js'
import { Panel } from '../panels/page.js'
import { Rows } from '../panels/rows.js'
import { useLoad } from '../panels/use-load.js'

const texts = operatorTexts.transactions

type State = ResultOf<'get', '/api/admin/relayer'>
type Relayer = NonNullable<State['relayers']>[number]
type Budget = State['budgets'][number]

/** The wallets that pay for gas, and the gas they may spend. */
export function RelayersPanel() {
  const formats = useFormats()
  const query = useLoad('/api/admin/relayer', {}, { refreshMs: 10_000 })
  return (
    <Panel title={texts.relayers}>
      <Loaded query={query}>
        {({ relayers, budgets }) => (
          <div class="relayer-pair">
            {relayers === null ? (
              <p class="soft">{texts.noChain}</p>
            ) : (
              <Rows
                label={texts.relayers}
                rows={relayers}
                keyOf={({ address }) => address}
                columns={[
                  {
                    id: 'address',
                    label: texts.relayers,
                    cell: ({ address }: Relayer) => <Address value={address} />,
                  },
                  {
                    id: 'balance',
                    label: texts.balance,
                    isEnd: true,
                    cell: ({ balance }: Relayer) => `${balance.slice(0, 8)} ETH`,
                  },
                  {
                    id: 'nonce',
                    label: texts.nonce,
                    isEnd: true,
                    cell: ({ nonce, pendingNonce }: Relayer) => `${nonce}, ${pendingNonce}`,
                  },
                ]}
              />
            )}
            <Rows
              label={texts.budgets}
              rows={budgets}
              keyOf={({ purpose }) => purpose ?? ''}
              columns={[
                {
                  id: 'purpose',
                  label: texts.budgets,
                  cell: ({ purpose }: Budget) => purpose ?? <b>{texts.all}</b>,
                },
                {
                  id: 'used',
                  label: texts.used,
                  isEnd: true,
                  cell: ({ usedGas }: Budget) => formats.count(Number(usedGas)),
                },
                {
                  id: 'max',
                  label: texts.max,
                  isEnd: true,
                  cell: ({ maxGas }: Budget) => formats.count(Number(maxGas)),
                },
              ]}
            />
          </div>
        )}
      </Loaded>
    </Panel>
  )
}
