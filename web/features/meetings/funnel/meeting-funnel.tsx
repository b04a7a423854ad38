// What became of a meeting's guests, each figure with its list.
import { useState } from 'react'
import {
  type Funnel,
  funnelStepLabels,
  funnelSteps,
  type GuestGroup,
  type GuestQuery,
  type GuestRow,
  getMeetingFunnel,
  guestGroups,
  NO_PROVINCE,
  queryMeetingGuests,
} from '#contract/meetings/funnel.ts'
import { signUpSourceLabels } from '#contract/meetings/sign-up-labels.ts'
import { DetailsDrawer } from '#web/kit/dialog/details-drawer.tsx'
import { CountButton } from '#web/kit/dialog/figures-dialog.tsx'
import { Loaded } from '#web/kit/dialog/loaded.tsx'
import { PAGED_ROWS, PagedTable } from '#web/kit/list/paged-table.tsx'
import { formatMoment } from '#web/lib/format.ts'
import { useCall } from '#web/lib/query.ts'
import { SignUpStatus } from '../sign-ups/sign-up-labels.tsx'

const WIDTH = 860
const MIN_WIDTH = 760
const quiet = { call: { hideErrorMsg: true } }

type Slice = { label: string; filters: Partial<GuestQuery> }

const groupLabels: Record<GuestGroup, string> = { source: '来源', day: '日期', province: '省份' }
const provinceName = (key: string) => (key === NO_PROVINCE ? '未知' : key)
const nameOf = (group: GuestGroup, key: string) =>
  group === 'source' ? signUpSourceLabels[key as keyof typeof signUpSourceLabels] : provinceName(key)

const columns = [
  { key: 'name', title: '姓名', width: 100, dataIndex: 'name' },
  { key: 'company', title: '单位', dataIndex: 'company' },
  { key: 'province', title: '省份', width: 90, render: ({ province }: GuestRow) => provinceName(province) },
  {
    key: 'invited',
    title: '邀请',
    width: 150,
    render: ({ isInvited, openedAt }: GuestRow) =>
      isInvited ? (openedAt === null ? '未打开' : `${formatMoment(openedAt)} 打开`) : '—',
  },
  {
    key: 'state',
    title: '报名',
    width: 100,
    render: ({ state }: GuestRow) => (state === null ? '未报名' : <SignUpStatus state={state} />),
  },
  {
    key: 'source',
    title: '来源',
    width: 90,
    render: ({ source }: GuestRow) => (source === null ? '—' : signUpSourceLabels[source]),
  },
  { key: 'owner', title: '归属人', width: 80, render: ({ ownerName }: GuestRow) => ownerName || '—' },
]

function Guests({ meetingId, slice, onClosed }: { meetingId: string; slice: Slice; onClosed: () => void }) {
  const [current, setCurrent] = useState(1)
  const read = useCall(
    queryMeetingGuests,
    { meetingId, ...slice.filters, current, size: PAGED_ROWS },
    { ...quiet, placeholderData: (before) => before, staleTime: 0 },
  )
  return (
    <DetailsDrawer title={`来宾明细：${slice.label}`} size={WIDTH} onClosed={onClosed}>
      <PagedTable columns={columns} minWidth={MIN_WIDTH} read={read} current={current} onTurn={setCurrent} />
    </DetailsDrawer>
  )
}

type CountProps = { count: number; slice: Slice; onOpen: (slice: Slice) => void }

function Count({ count, slice, onOpen }: CountProps) {
  if (count === 0) return 0
  return <CountButton name={slice.label} text={count.toLocaleString('zh-CN')} onOpen={() => onOpen(slice)} />
}

function Figures({ funnel, onOpen }: { funnel: Funnel; onOpen: CountProps['onOpen'] }) {
  return (
    <>
      <dl className="figures" aria-label="转化">
        {funnelSteps.map((step) => (
          <div key={step}>
            <dt>{funnelStepLabels[step]}</dt>
            <dd>
              <Count
                count={funnel.steps[step]}
                slice={{ label: funnelStepLabels[step], filters: { step } }}
                onOpen={onOpen}
              />
            </dd>
          </div>
        ))}
      </dl>
      <div className="figure-bars-row">
        {guestGroups.map((group) => (
          <section key={group} className="figure-bars" aria-label={`报名${groupLabels[group]}`}>
            <h3>{groupLabels[group]}（有效报名）</h3>
            {funnel[group].length === 0 && <p>暂无数据</p>}
            <dl>
              {funnel[group].map(({ key, count }) => (
                <div key={key}>
                  <dt>{nameOf(group, key)}</dt>
                  <dd>
                    <Count
                      count={count}
                      slice={{
                        label: `${groupLabels[group]} ${nameOf(group, key)}`,
                        filters: { step: 'signedUp', [group]: key },
                      }}
                      onOpen={onOpen}
                    />
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </>
  )
}

export function MeetingFunnel({ meetingId }: { meetingId: string }) {
  const [shown, setShown] = useState<Slice>()
  const read = useCall(getMeetingFunnel, { meetingId }, { ...quiet, staleTime: 0 })
  return (
    <>
      <Loaded read={read} rows={4}>
        {(funnel) => <Figures funnel={funnel} onOpen={setShown} />}
      </Loaded>
      {shown && <Guests meetingId={meetingId} slice={shown} onClosed={() => setShown(undefined)} />}
    </>
  )
}
