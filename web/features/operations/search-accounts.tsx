// Accounts of search marketing: which days there are of each, what they may spend, and what was changed lately.
import { PlusOutlined } from '@ant-design/icons'
import { Button, Tag, Tooltip } from 'antd'
import { useState } from 'react'
import {
  querySemAccounts,
  querySemActs,
  querySemStrip,
  type SemAccount,
  type SemStrip,
  saveSemAccount,
  semDayLabels,
  undoSemAct,
} from '#contract/operations/search-accounts.ts'
import { searchSourceLabels } from '#contract/operations/search-labels.ts'
import { Can } from '#web/kit/can.tsx'
import { DetailsDrawer } from '#web/kit/dialog/details-drawer.tsx'
import { Loaded } from '#web/kit/dialog/loaded.tsx'
import { EmptyState } from '#web/kit/dialog/page-state.tsx'
import { useConfirmed } from '#web/kit/dialog/use-confirmed.tsx'
import { formatFigure, formatMoment } from '#web/lib/format.ts'
import { useCall } from '#web/lib/query.ts'
import { SearchAccountForm } from './search-account-form.tsx'
import { accountReads } from './search-marketing-pages.ts'

/** A square for each day of each account; it says in words what its colour shows. */
function Strip({ of: { accounts, mismatches } }: { of: SemStrip }) {
  const shown = accounts.filter(({ days }) => days.length > 0)
  if (shown.length === 0) return <EmptyState hint="导入报表后即可看到各天有无数据。" />
  return (
    <>
      {shown.map(({ id, source, name, present, expected, days }) => (
        <div key={id} className="sem-strip">
          <span>
            {searchSourceLabels[source]} {name}
          </span>
          <ul aria-label={`${name}各天`}>
            {days.map(({ day, state }) => (
              <li key={day} data-state={state} title={`${day} ${semDayLabels[state]}`}>
                <span className="sem-unseen">{`${day} ${semDayLabels[state]}`}</span>
              </li>
            ))}
          </ul>
          <b data-short={present < expected || undefined}>{`${present}/${expected} 天`}</b>
        </div>
      ))}
      {mismatches.length > 0 && (
        <details className="sem-mismatches">
          <summary>{`${mismatches.length} 处不一致：较细的报表多于较粗的`}</summary>
          <ul>
            {mismatches.map(({ account, day, coarse, coarseCost, fine, fineCost }) => (
              <li key={`${account} ${day} ${fine}`}>
                {`${day} ${account}：${coarse}消费 ${formatFigure(coarseCost)}，${fine} ${formatFigure(fineCost)}`}
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  )
}

/** What of the month's budget is spent, against an even pace. */
function Pace({ of: { spent, monthlyBudget, expected } }: { of: SemAccount }) {
  if (monthlyBudget === null || expected === null) return `本月 ${formatFigure(spent)}，没有预算`
  const isOver = Number(spent) > Number(monthlyBudget)
  const isFast = Number(spent) > Number(expected) * 1.1
  return (
    <Tooltip title={`按天平均到昨天应为 ${formatFigure(expected)}`}>
      <span>
        {`本月 ${formatFigure(spent)} / 预算 ${formatFigure(monthlyBudget)} `}
        {isOver ? <Tag color="error">超预算</Tag> : isFast && <Tag color="warning">偏快</Tag>}
      </span>
    </Tooltip>
  )
}

function Accounts({ onEdit }: { onEdit: (account: SemAccount | null) => void }) {
  const read = useCall(querySemAccounts, {})
  return (
    <section className="search-part" aria-label="账号">
      <h2>
        账号
        <Can call={saveSemAccount}>
          <Button size="small" icon={<PlusOutlined />} onClick={() => onEdit(null)}>
            新增账号
          </Button>
        </Can>
      </h2>
      <Loaded read={read} rows={4}>
        {(accounts) => (
          <ul className="sem-accounts">
            {accounts.map((account) => (
              <li key={account.id}>
                <span>
                  {`${searchSourceLabels[account.source]} ${account.name}（${account.code}）`}
                  {!account.isEnabled && <Tag>已禁用</Tag>}
                  {account.timeZone !== 'Asia/Shanghai' && <Tag>{account.timeZone}</Tag>}
                </span>
                <span>
                  <Pace of={account} />
                </span>
                <Can call={saveSemAccount}>
                  <Button size="small" aria-label={`编辑 ${account.name}`} onClick={() => onEdit(account)}>
                    编辑
                  </Button>
                </Can>
              </li>
            ))}
          </ul>
        )}
      </Loaded>
    </section>
  )
}

const kinds = { import: '导入', feed: '接口', remove: '删除', undo: '撤销' } as const

function Acts() {
  const read = useCall(querySemActs, {})
  const undo = useConfirmed(undoSemAct, {
    title: '撤销这次变更',
    verb: '撤销',
    success: '已撤销',
    invalidates: accountReads,
  })
  return (
    <section className="search-part" aria-label="最近的变更">
      <h2>最近的变更</h2>
      <Loaded read={read} rows={4}>
        {(acts) => (
          <ul className="sem-accounts">
            {acts.map(({ act, at, byName, kind, accounts, slices, from, to, costBefore, costAfter, mayUndo }) => (
              <li key={act}>
                <span>{`${formatMoment(at)} ${byName || '其他系统'}${kinds[kind]}`}</span>
                <span>
                  {`${accounts}，${from === to ? from : `${from} 至 ${to}`}，${slices} 份，消费 ${formatFigure(costBefore)} → ${formatFigure(costAfter)}`}
                </span>
                {mayUndo && (
                  <Can call={undoSemAct}>
                    <Button size="small" disabled={undo.pending} onClick={() => void undo.run({ act })}>
                      撤销
                    </Button>
                  </Can>
                )}
              </li>
            ))}
            {acts.length === 0 && <EmptyState hint="90 天内没有变更。" />}
          </ul>
        )}
      </Loaded>
      {undo.dialogs}
    </section>
  )
}

type AccountsProps = { days: { from: string; to: string }; onClosed: () => void }

export function SearchAccounts({ days, onClosed }: AccountsProps) {
  const strip = useCall(querySemStrip, days)
  const [edited, setEdited] = useState<{ account: SemAccount | null }>()
  return (
    <DetailsDrawer title="账号与数据" size={860} onClosed={onClosed}>
      <section className="search-part" aria-label="各天数据">
        <h2>{`各天数据（${days.from} 至 ${days.to}）`}</h2>
        <Loaded read={strip} rows={4}>
          {(found) => <Strip of={found} />}
        </Loaded>
      </section>
      <Accounts onEdit={(account) => setEdited({ account })} />
      <Acts />
      {edited && <SearchAccountForm account={edited.account} onClosed={() => setEdited(undefined)} />}
    </DetailsDrawer>
  )
}
