// Form of a sign-up: a new one, or a stored one by version.
import { Form, Input, Select } from 'antd'
import {
  invoiceStateLabels,
  OWN_ANSWER_MAX,
  type SignUpField,
  signUpFieldLabels,
} from '#contract/meetings/sign-up-labels.ts'
import {
  addSignUp,
  COMPANIONS_MAX,
  editSignUp,
  getSignUp,
  type SignUpDetail,
  type SignUpMeeting,
  type SignUpForm as Values,
  YES_NO,
} from '#contract/meetings/sign-ups.ts'
import { checkMobile } from '#contract/validation.ts'
import { ChoiceField } from '#web/kit/form/choice-field.tsx'
import { type Labels, textOrDash } from '#web/kit/form/differences.ts'
import { Field } from '#web/kit/form/field.tsx'
import { FormDialog } from '#web/kit/form/form-dialog.tsx'
import { useStoredOrClose } from '#web/kit/use-stored.ts'
import { notify } from '#web/lib/notify.ts'
import { quotaOptions, signUpReads } from './sign-up-labels.tsx'

const empty: Values = {
  name: '',
  company: '',
  mobile: '',
  email: '',
  companionNames: [],
  extra: {},
  answers: {},
  quotaId: null,
  invoiceTitle: '',
  invoiceTax: '',
  invoiceState: 'none',
  remark: '',
}

const valuesOf = (row: SignUpDetail): Values => ({
  name: row.name,
  company: row.company,
  mobile: row.mobile,
  email: row.email,
  companionNames: row.people.filter(({ position }) => position > 0).map(({ name }) => name),
  answers: row.answers,
  quotaId: row.quotaId,
  extra: row.extra,
  invoiceTitle: row.invoiceTitle,
  invoiceTax: row.invoiceTax,
  invoiceState: row.invoiceState,
  remark: row.remark,
})

const labelsOf = ({ quotas }: SignUpMeeting): Labels<Values> => ({
  name: ['姓名', textOrDash],
  company: ['单位', textOrDash],
  mobile: ['手机号码', textOrDash],
  email: ['邮箱', textOrDash],
  companionNames: ['随行人员', (names) => names.join('、') || '—'],
  answers: ['报名问题', (answers) => Object.values(answers).join('；') || '—'],
  quotaId: ['名额类型', (id) => textOrDash(quotas.find((quota) => quota.id === id)?.name)],
  extra: ['报名信息', (extra) => Object.values(extra).join('；') || '—'],
  invoiceTitle: ['发票抬头', textOrDash],
  invoiceTax: ['税号', textOrDash],
  invoiceState: ['发票', (state) => invoiceStateLabels[state]],
  remark: ['备注', textOrDash],
})

/** What this meeting asks besides. */
function ExtraFields({ asked }: { asked: readonly SignUpField[] }) {
  return asked.map((key) => (
    <Form.Item key={key} name={['extra', key]} label={signUpFieldLabels[key]}>
      <Input maxLength={200} autoComplete="off" />
    </Form.Item>
  ))
}

/** Questions of this meeting alone. */
function OwnFields({ fields }: { fields: SignUpMeeting['ownFields'] }) {
  return fields.map(({ key, label, kind, isRequired, options }) => (
    <Form.Item
      key={key}
      name={['answers', key]}
      label={label}
      rules={isRequired ? [{ required: true, message: `请填写“${label}”` }] : []}
    >
      {kind === 'text' ? (
        <Input maxLength={OWN_ANSWER_MAX} autoComplete="off" />
      ) : (
        <Select
          allowClear={!isRequired}
          options={(kind === 'yesNo' ? YES_NO : options).map((value) => ({ value, label: value }))}
        />
      )}
    </Form.Item>
  ))
}

function Inputs({ of, meeting }: { of: typeof addSignUp | typeof editSignUp; meeting: SignUpMeeting }) {
  return (
    <>
      <Field of={of} name="name">
        <Input maxLength={32} autoComplete="off" />
      </Field>
      <Field of={of} name="company" hint="与客户名称相同时显示在该客户的详情里；否则转为试用注册。">
        <Input maxLength={100} autoComplete="off" />
      </Field>
      <Field of={of} name="mobile" check={checkMobile}>
        <Input maxLength={20} inputMode="numeric" autoComplete="off" />
      </Field>
      <Field of={of} name="email" isRequired={false} hint="确认、候补和转为确认时发邮件到此。">
        <Input maxLength={128} autoComplete="off" />
      </Field>
      {of === addSignUp && meeting.quotas.length > 1 && (
        <Field of={addSignUp} name="quotaId" isRequired={false} hint="不选则为第一种名额。">
          <Select allowClear options={quotaOptions(meeting)} placeholder="请选择名额类型" />
        </Field>
      )}
      <Field of={of} name="companionNames" isRequired={false} hint="逐个输入姓名后回车；每人占一个名额。">
        <Select mode="tags" open={false} maxCount={COMPANIONS_MAX} tokenSeparators={['、', '，', ',', '；', ';']} />
      </Field>
      <ExtraFields asked={meeting.signUpFields} />
      <OwnFields fields={meeting.ownFields} />
      <Field of={of} name="invoiceTitle" isRequired={false}>
        <Input maxLength={100} autoComplete="off" />
      </Field>
      <Field of={of} name="invoiceTax" isRequired={false}>
        <Input maxLength={20} autoComplete="off" />
      </Field>
      <ChoiceField of={of} name="invoiceState" />
      <Field of={of} name="remark" isRequired={false}>
        <Input.TextArea rows={2} maxLength={500} />
      </Field>
    </>
  )
}

/** Inputs that were emptied say nothing. */
const answered = ({ answers, quotaId }: Values) => ({
  answers: Object.fromEntries(Object.entries(answers ?? {}).filter(([, text]) => text)),
  quotaId: quotaId ?? null,
})

type Props = { meeting: SignUpMeeting; onClosed: () => void }

const said = {
  confirmed: '已登记并确认',
  waiting: '名额已满，已列入候补',
  applied: '已登记，等待会务确认',
  offered: '已保留名额',
  refused: '未通过',
  lapsed: '名额已过期',
  cancelled: '已取消',
  came: '已到场',
} as const

export function AddSignUp({ meeting, onClosed }: Props) {
  return (
    <FormDialog<typeof addSignUp, Values>
      title="登记报名"
      endpoint={addSignUp}
      initial={empty}
      draft={`sign-up-of-${meeting.id}`}
      input={(values) => ({ ...values, ...answered(values), meetingId: meeting.id })}
      invalidates={signUpReads}
      verb="登记"
      isDanger={false}
      onDone={({ state }) => notify[state === 'waiting' ? 'warning' : 'success'](said[state])}
      onClosed={onClosed}
    >
      <Inputs of={addSignUp} meeting={meeting} />
    </FormDialog>
  )
}

export function EditSignUp({ id, meeting, onClosed }: Props & { id: string }) {
  const stored = useStoredOrClose(getSignUp, { id }, onClosed)
  if (!stored) return null
  return (
    <FormDialog<typeof editSignUp, Values, SignUpDetail>
      title={`编辑报名：${stored.name}`}
      endpoint={editSignUp}
      initial={valuesOf(stored)}
      stored={{ row: stored, valuesOf, labels: labelsOf(meeting) }}
      // the dialog adds the version that it shows
      input={(values) => ({ ...values, ...answered(values), id, version: stored.version })}
      success="已保存"
      invalidates={signUpReads}
      verb="保存"
      isDanger={false}
      onClosed={onClosed}
    >
      <Inputs of={editSignUp} meeting={meeting} />
    </FormDialog>
  )
}
