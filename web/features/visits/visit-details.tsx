// detail: one visit with its course, what was heard, pictures, and the acts of its state.
import './visits.css'
import { Button } from 'antd'
import { Link, useSearchParams } from 'react-router'
import { getVisitEnterprise } from '../../../contract/visits/visit-enterprises.ts'
import { siteKindLabels, talkMoodLabels } from '../../../contract/visits/visit-labels.ts'
import { getVisit, type VisitDetail } from '../../../contract/visits/visits.ts'
import { Can, useIsAllowed } from '../../kit/can.tsx'
import { Facts } from '../../kit/dialog/facts.tsx'
import { Loaded } from '../../kit/dialog/loaded.tsx'
import { listAddress } from '../../kit/list/list-address.ts'
import { formatMoment } from '../../lib/format.ts'
import { useLeavePage } from '../../lib/leave-page.ts'
import { useCall } from '../../lib/query.ts'
import { Pictures } from './pictures.tsx'
import { useVisitActs } from './visit-acts.tsx'
import { SITE_DETAILS, VISITS, VisitStatus } from './visit-labels.tsx'

function Talks({ of: talks }: { of: VisitDetail['talks'] }) {
  if (talks.length === 0) return <p className="visit-faint">没有记下产品行情。</p>
  return (
    <div className="visit-scroll">
      <table className="visit-table" aria-label="各产品情况">
        <thead>
          <tr>
            {['产品', '价格', '库存', '开工率', '心态', '说明'].map((title) => (
              <th key={title} scope="col">
                {title}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {talks.map(({ productId, productName, price, unit, stock, rate, mood, remark }, at) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: a product may be there twice, and nothing is sorted
            <tr key={`${productId} ${at}`}>
              <td>{productName}</td>
              <td className="visit-figure">{price === null ? '—' : `${price} ${unit}`}</td>
              <td>{stock || '—'}</td>
              <td>{rate === null ? '—' : `${rate}%`}</td>
              <td>{mood === null ? '—' : talkMoodLabels[mood]}</td>
              <td>{remark || '—'}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Acts({ of: visit }: { of: VisitDetail }) {
  const leave = useLeavePage()
  const { actionsOf, dialogs } = useVisitActs()
  return (
    <>
      <div className="visit-head-acts">
        {actionsOf(visit, () => leave(listAddress(VISITS))).map(({ label, call, isDanger = false, run }, at) => (
          <Can key={label} call={call}>
            <Button danger={isDanger} type={at === 0 && !isDanger ? 'primary' : 'default'} onClick={run}>
              {label}
            </Button>
          </Can>
        ))}
      </div>
      {dialogs}
    </>
  )
}

const moment = (at: string | null) => (at === null ? '—' : formatMoment(at))

function Visit({ of: visit }: { of: VisitDetail }) {
  const isAllowed = useIsAllowed()
  const { enterpriseId, enterpriseName, canChange, state, longitude, latitude, sharedWith } = visit
  const address = `${SITE_DETAILS}?${new URLSearchParams({ id: enterpriseId, tagName: enterpriseName })}`
  const isReported = state === 'reported'
  return (
    <>
      <div className="visit-head">
        <h1>{enterpriseName}</h1>
        <VisitStatus {...visit} />
        <Acts of={visit} />
      </div>
      <Facts
        columns={2}
        labelWidth={88}
        items={[
          {
            label: '企业',
            children:
              visit.canSeeEnterprise && isAllowed(getVisitEnterprise) ? (
                <Link to={address}>{enterpriseName}</Link>
              ) : (
                enterpriseName
              ),
          },
          { label: '企业类型', children: siteKindLabels[visit.kind] },
          { label: '地址', span: 2, children: [visit.regionPath, visit.address].filter(Boolean).join(' ') || '—' },
          { label: '计划时间', children: formatMoment(visit.plannedAt) },
          { label: '拜访目的', children: visit.aim },
          { label: '拜访人', children: visit.ownerName },
          { label: '同行人', children: visit.companions.join('、') || '—' },
          { label: '出发时间', children: moment(visit.departedAt) },
          { label: '到达时间', children: moment(visit.arrivedAt) },
          ...(canChange && visit.arrivedAt !== null
            ? [{ label: '到达位置', span: 2, children: longitude === null ? '未定位' : `${longitude}, ${latitude}` }]
            : []),
          ...(state === 'cancelled' ? [{ label: '取消原因', span: 2, children: visit.cancelReason }] : []),
          ...(sharedWith.length > 0
            ? [{ label: '分享给', span: 2, children: sharedWith.map(({ name }) => name).join('、') }]
            : []),
        ]}
      />
      {isReported && (
        <>
          <section aria-label="拜访报告" className="visit-part">
            <h2>拜访报告</h2>
            <Facts
              columns={2}
              labelWidth={88}
              items={[
                { label: '对方人员', children: visit.met || '—' },
                { label: '报告时间', children: moment(visit.reportedAt) },
                { label: '拜访结果', span: 2, children: <span className="visit-text">{visit.result}</span> },
                { label: '下一步日期', children: visit.nextOn ?? '—' },
                { label: '由谁跟进', children: visit.nextUserName || '—' },
                { label: '下一步', span: 2, children: visit.nextText || '—' },
              ]}
            />
          </section>
          <section aria-label="各产品情况" className="visit-part">
            <h2>各产品情况</h2>
            <Talks of={visit.talks} />
          </section>
          <section aria-label="图片" className="visit-part">
            <h2>图片</h2>
            <Pictures of={visit.pictures} />
          </section>
        </>
      )}
    </>
  )
}

export default function VisitDetails() {
  const [address] = useSearchParams()
  const read = useCall(getVisit, { id: address.get('id') ?? '' }, { staleTime: 0, call: { hideErrorMsg: true } })
  return (
    <div className="visit-page visit-record">
      <Loaded read={read} rows={10}>
        {(visit) => <Visit of={visit} />}
      </Loaded>
    </div>
  )
}
