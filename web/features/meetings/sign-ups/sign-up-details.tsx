// Everything of one sign-up, with the whole telephone number.
import { invoiceStateLabels, signUpFieldLabels, signUpSourceLabels } from '#contract/meetings/sign-up-labels.ts'
import { getSignUp, type SignUpDetail, type SignUpMeeting, type SignUpRow } from '#contract/meetings/sign-ups.ts'
import { actLabel } from '#contract/system/audit-labels.ts'
import { DetailsDrawer } from '#web/kit/dialog/details-drawer.tsx'
import { Facts } from '#web/kit/dialog/facts.tsx'
import { Loaded } from '#web/kit/dialog/loaded.tsx'
import { PublicAddressNote } from '#web/kit/dialog/public-address.tsx'
import { formatMoment } from '#web/lib/format.ts'
import { useCall } from '#web/lib/query.ts'
import { channelNames } from '../meeting-labels.tsx'
import '../meetings.css'
import { SignUpStatus } from './sign-up-labels.tsx'

/** Each with the code that is scanned at the door. */
const Heads = ({ people }: Pick<SignUpDetail, 'people'>) => (
  <ul className="sign-up-heads">
    {people.map(({ id, name, code }) => (
      <li key={id}>
        {name} <code>{code}</code>
      </li>
    ))}
  </ul>
)

/** The newest act first. */
const History = ({ history }: Pick<SignUpDetail, 'history'>) => (
  <section className="meeting-part">
    <h3>办理记录</h3>
    <ol className="meeting-agenda" aria-label="办理记录">
      {history.map(({ id, at, actorName, action, text }) => (
        <li key={id}>
          <span>{formatMoment(at)}</span>
          <span>
            {actLabel(action)}
            {text !== '' && `：${text}`}
            <br />
            <span className="meeting-faint">{actorName || '来宾本人'}</span>
          </span>
        </li>
      ))}
    </ol>
  </section>
)

type Props = { row: SignUpRow; meeting: SignUpMeeting; onClosed: () => void }

export function SignUpDrawer({ row: { id, name }, meeting, onClosed }: Props) {
  const read = useCall(getSignUp, { id }, { staleTime: 0, call: { hideErrorMsg: true } })
  return (
    <DetailsDrawer title={name} size={560} onClosed={onClosed}>
      <Loaded read={read} rows={10}>
        {(row) => (
          <>
            <Facts
              labelWidth={88}
              items={[
                { label: '状态', children: <SignUpStatus state={row.state} /> },
                ...(row.reason === '' ? [] : [{ label: '原因', children: row.reason }]),
                { label: '票号', children: row.ticket },
                { label: '单位', children: row.company },
                { label: '客户', children: row.isCustomer ? '是' : '否' },
                { label: '归属人', children: row.ownerName || '—' },
                { label: '手机号码', children: <a href={`tel:${row.mobile}`}>{row.mobile}</a> },
                { label: '邮箱', children: row.email || '—' },
                { label: '名额类型', children: row.quotaName },
                ...(row.offeredUntil === null ? [] : [{ label: '保留至', children: formatMoment(row.offeredUntil) }]),
                { label: '来宾', children: <Heads people={row.people} /> },
                ...meeting.signUpFields.map((key) => ({
                  label: signUpFieldLabels[key],
                  children: row.extra[key] || '—',
                })),
                ...meeting.ownFields.map(({ key, label }) => ({ label, children: row.answers[key] || '—' })),
                {
                  label: '来宾页',
                  children: (
                    <a href={row.url} target="_blank" rel="noreferrer">
                      打开
                    </a>
                  ),
                },
                { label: '来源', children: signUpSourceLabels[row.source] },
                ...(row.channel === '' ? [] : [{ label: '渠道', children: channelNames([row.channel]) }]),
                { label: '登记人', children: row.keeperName || '—' },
                { label: '报名时间', children: formatMoment(row.appliedAt) },
                { label: '确认时间', children: formatMoment(row.confirmedAt) },
                { label: '发票', children: invoiceStateLabels[row.invoiceState] },
                { label: '发票抬头', children: row.invoiceTitle || '—' },
                { label: '税号', children: row.invoiceTax || '—' },
                { label: '备注', children: row.remark || '—' },
              ]}
            />
            <PublicAddressNote />
            <History history={row.history} />
          </>
        )}
      </Loaded>
    </DetailsDrawer>
  )
}
