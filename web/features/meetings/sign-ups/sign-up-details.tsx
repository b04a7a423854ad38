// Everything of one sign-up, with the whole telephone number.
import { signUpFieldLabels } from '#contract/meetings/sign-up-labels.ts'
import { getSignUp, type SignUpDetail, type SignUpMeeting, type SignUpRow } from '#contract/meetings/sign-ups.ts'
import { actLabel } from '#contract/system/audit-labels.ts'
import { DetailsDrawer } from '#web/kit/dialog/details-drawer.tsx'
import { Facts } from '#web/kit/dialog/facts.tsx'
import { factsOf } from '#web/kit/dialog/facts-of.tsx'
import { Loaded } from '#web/kit/dialog/loaded.tsx'
import { PublicAddressNote } from '#web/kit/dialog/public-address.tsx'
import { formatMoment } from '#web/lib/format.ts'
import { useCall } from '#web/lib/query.ts'
import { channelNames } from '../meeting-labels.tsx'
import '../meetings.css'
import { signUpTones } from './sign-up-labels.tsx'

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
                ...factsOf(getSignUp, row, {
                  state: { tones: signUpTones },
                  reason: { label: '原因', when: row.reason !== '' },
                  ticket: {},
                  company: {},
                  isCustomer: {},
                  ownerName: {},
                  mobile: { render: ({ mobile }) => <a href={`tel:${mobile}`}>{mobile}</a> },
                  email: {},
                  quotaName: {},
                  offeredUntil: { when: row.offeredUntil !== null },
                  people: { render: Heads },
                }),
                ...meeting.signUpFields.map((key) => ({
                  label: signUpFieldLabels[key],
                  children: row.extra[key] || '—',
                })),
                ...meeting.ownFields.map(({ key, label }) => ({ label, children: row.answers[key] || '—' })),
                ...factsOf(getSignUp, row, {
                  url: {
                    render: ({ url }) => (
                      <a href={url} target="_blank" rel="noreferrer">
                        打开
                      </a>
                    ),
                  },
                  source: {},
                  channel: { when: row.channel !== '', render: ({ channel }) => channelNames([channel]) },
                  keeperName: {},
                  appliedAt: {},
                  confirmedAt: {},
                  invoiceState: {},
                  invoiceTitle: {},
                  invoiceTax: {},
                  remark: {},
                }),
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
