// Everything of one sign-up, with the whole telephone number.
import { invoiceStateLabels, signUpFieldLabels, signUpSourceLabels } from '../../../contract/meetings/sign-up-labels.ts'
import { getSignUp, type SignUpMeeting, type SignUpRow } from '../../../contract/meetings/sign-ups.ts'
import { DetailsDrawer } from '../../kit/dialog/details-drawer.tsx'
import { Facts } from '../../kit/dialog/facts.tsx'
import { Loaded } from '../../kit/dialog/loaded.tsx'
import { formatMoment } from '../../lib/format.ts'
import { useCall } from '../../lib/query.ts'
import { channelNames } from './meeting-labels.tsx'
import { SignUpStatus } from './sign-up-labels.tsx'

type Props = { row: SignUpRow; meeting: SignUpMeeting; onClosed: () => void }

export function SignUpDrawer({ row: { id, name }, meeting, onClosed }: Props) {
  const read = useCall(getSignUp, { id }, { staleTime: 0, call: { hideErrorMsg: true } })
  return (
    <DetailsDrawer title={name} size={560} onClosed={onClosed}>
      <Loaded read={read} rows={10}>
        {(row) => (
          <Facts
            labelWidth={88}
            items={[
              { label: '状态', children: <SignUpStatus state={row.state} /> },
              ...(row.reason === '' ? [] : [{ label: '取消原因', children: row.reason }]),
              { label: '票号', children: row.ticket },
              { label: '单位', children: row.company },
              { label: '客户', children: row.isCustomer ? '是' : '否' },
              { label: '归属人', children: row.ownerName || '—' },
              { label: '手机号码', children: <a href={`tel:${row.mobile}`}>{row.mobile}</a> },
              { label: '邮箱', children: row.email || '—' },
              { label: '随行人数', children: row.companions },
              ...meeting.signUpFields.map((key) => ({
                label: signUpFieldLabels[key],
                children: row.extra[key] || '—',
              })),
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
        )}
      </Loaded>
    </DetailsDrawer>
  )
}
