// Dialogs of the article lists: take down, move, share, pin, sort pinned, reader counts.
import { Input } from 'antd'
import { useState } from 'react'
import { articleActs } from '#contract/articles/article-acts.ts'
import type { Edition } from '#contract/articles/article-labels.ts'
import { type ArticleRow, articleCalls } from '#contract/articles/articles.ts'
import { addDays, eachDay } from '#contract/days.ts'
import { DIALOG_GUARD_MS } from '#contract/limits.ts'
import { Chart } from '#web/kit/chart/chart.tsx'
import { DetailsDrawer } from '#web/kit/dialog/details-drawer.tsx'
import { Loaded } from '#web/kit/dialog/loaded.tsx'
import { EmptyState } from '#web/kit/dialog/page-state.tsx'
import { Field } from '#web/kit/form/field.tsx'
import { FormDialog } from '#web/kit/form/form-dialog.tsx'
import { MomentInput } from '#web/kit/form/moment-input.tsx'
import { OrderDialog } from '#web/kit/form/order-dialog.tsx'
import { momentFromPicker, shanghaiNow } from '#web/kit/form/shanghai.ts'
import { SortableList } from '#web/kit/picker/sortable-list.tsx'
import { formatMoment } from '#web/lib/format.ts'
import { useAct, useCall } from '#web/lib/query.ts'
import { serverToday } from '#web/lib/server-clock.ts'
import { NewsCategoryPicker } from '#web/pickers/news-category-picker.tsx'
import { UsersPicker } from '#web/pickers/user-picker.tsx'
import { channelNames } from './article-labels.tsx'

export const readsOf = (edition: Edition) => [articleCalls[edition].list, articleCalls[edition].get]

type Of = { edition: Edition; rows: readonly ArticleRow[]; clear?: (() => void) | undefined; onClosed: () => void }

const titleOf = (verb: string, rows: readonly ArticleRow[]) =>
  rows.length === 1 && rows[0] ? `${verb}：${rows[0].title}` : `${verb} ${rows.length} 篇资讯`
const idsOf = (rows: readonly ArticleRow[]) => rows.map(({ id }) => id)

export function TakeDown({ edition, rows, clear, onClosed }: Of) {
  const call = articleActs[edition].takeDown
  return (
    <FormDialog<typeof call, { reason: string }>
      title={titleOf('下架', rows)}
      endpoint={call}
      initial={{ reason: '' }}
      input={({ reason }) => ({ ids: idsOf(rows), reason })}
      success="已下架"
      invalidates={readsOf(edition)}
      verb="下架"
      onDone={() => clear?.()}
      onClosed={onClosed}
    >
      <Field of={call} name="reason" hint="各站点随即不再显示，可以再次发布。">
        <Input.TextArea rows={3} maxLength={500} showCount />
      </Field>
    </FormDialog>
  )
}

export function Move({ edition, rows, clear, onClosed }: Of) {
  const call = articleActs[edition].move
  return (
    <FormDialog<typeof call, { newsCategoryId: string | null }>
      title={titleOf('移动', rows)}
      endpoint={call}
      initial={{ newsCategoryId: rows[0]?.newsCategoryId ?? null }}
      input={({ newsCategoryId }) => ({ ids: idsOf(rows), newsCategoryId: newsCategoryId ?? '' })}
      success="已移动"
      invalidates={readsOf(edition)}
      verb="移动"
      onDone={() => clear?.()}
      onClosed={onClosed}
    >
      <Field of={call} name="newsCategoryId" hint="已发布的资讯随即出现在新的分类下，正文不变。">
        <NewsCategoryPicker />
      </Field>
    </FormDialog>
  )
}

export function Share({ edition, row, onClosed }: { edition: Edition; row: ArticleRow; onClosed: () => void }) {
  const call = articleActs[edition].share
  return (
    <FormDialog<typeof call, { userIds: string[]; message: string }>
      title={`转给同事：${row.title}`}
      endpoint={call}
      initial={{ userIds: [], message: '' }}
      input={(values) => ({ id: row.id, ...values })}
      success="已转给同事"
      invalidates={[]}
      verb="发送"
      onClosed={onClosed}
    >
      <Field of={call} name="userIds" hint="对方在消息中收到链接；只能转给可以查看这篇资讯的同事。">
        <UsersPicker placeholder="请选择同事" />
      </Field>
      <Field of={call} name="message" isRequired={false}>
        <Input.TextArea rows={3} maxLength={200} showCount />
      </Field>
    </FormDialog>
  )
}

export function PutOnTop({ edition, row, onClosed }: { edition: Edition; row: ArticleRow; onClosed: () => void }) {
  const call = articleActs[edition].top
  return (
    <FormDialog<typeof call, { until: string | null }>
      title={`置顶：${row.title}`}
      endpoint={call}
      initial={{ until: momentFromPicker(shanghaiNow().add(1, 'day')) }}
      input={({ until }) => ({ id: row.id, until })}
      success="已保存"
      invalidates={[...readsOf(edition), articleActs[edition].tops]}
      verb="保存"
      onClosed={onClosed}
    >
      <Field of={call} name="until" isRequired={false} hint="到时自动取消置顶；清空则立即取消。">
        <MomentInput />
      </Field>
    </FormDialog>
  )
}

type Top = { id: string; title: string; topUntil: string }

export function TopOrder({ edition, onClosed }: { edition: Edition; onClosed: () => void }) {
  const calls = articleActs[edition]
  const tops = useCall(calls.tops, {}, { staleTime: 0 })
  const [order, setOrder] = useState<readonly Top[]>()
  const save = useAct(calls.orderTops, {
    guardMs: DIALOG_GUARD_MS,
    success: '顺序已保存',
    invalidates: [...readsOf(edition), calls.tops],
  })
  return (
    <OrderDialog
      title="置顶排序"
      isChanged={order !== undefined}
      isSaving={save.pending}
      onSave={async () => (order ? save.run({ ids: order.map(({ id }) => id) }) : undefined)}
      onClosed={onClosed}
    >
      <Loaded read={tops} rows={4}>
        {(all) =>
          all.length === 0 ? (
            <EmptyState hint="没有置顶的资讯" />
          ) : (
            <SortableList
              label="置顶资讯的顺序"
              items={order ?? all}
              idOf={({ id }) => id}
              nameOf={({ title }) => title}
              onSort={setOrder}
            >
              {({ title, topUntil }) => (
                <span>
                  {title} <small className="article-note">至 {formatMoment(topUntil)}</small>
                </span>
              )}
            </SortableList>
          )
        }
      </Loaded>
    </OrderDialog>
  )
}

const COUNTED_DAYS = 30

/** Readers of the last days, one line per channel. */
export function Readers({ edition, row, onClosed }: { edition: Edition; row: ArticleRow; onClosed: () => void }) {
  const [today] = useState(() => serverToday())
  const range = { id: row.id, from: addDays(today, 1 - COUNTED_DAYS), to: today }
  const days = eachDay(range.from, range.to)
  const counts = useCall(articleActs[edition].count, range, { staleTime: 0 })
  return (
    <DetailsDrawer title={`读者：${row.title}`} size={640} onClosed={onClosed}>
      <Loaded read={counts} rows={6}>
        {(all) => {
          if (all.length === 0) return <EmptyState hint={`近 ${COUNTED_DAYS} 天没有站点回传读者数`} />
          const series = [...Map.groupBy(all, ({ channel }) => channel)].map(([channel, own]) => ({
            name: channelNames([channel]),
            values: days.map((day) => String(own.find((each) => each.day === day)?.readers ?? 0)),
          }))
          return (
            <Chart data={{ kind: 'line', title: '每日读者数', unit: '人', labelName: '日期', labels: days, series }} />
          )
        }}
      </Loaded>
    </DetailsDrawer>
  )
}
