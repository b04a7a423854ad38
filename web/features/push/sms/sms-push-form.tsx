// The form of a push by short message: class, recipients and time. Recipients, preview and test use the form's values,
// before anything is stored.
import { Button, Form } from 'antd'
import { useState } from 'react'
import type { DataOf } from '#contract/endpoint.ts'
import { grantKindLabels } from '#contract/members/members.ts'
import { pushTimingLabels, smsLeftOutLabels } from '#contract/push/push-labels.ts'
import { type SmsForm, type SmsPushRow, smsPushCalls } from '#contract/push/sms-pushes.ts'
import { Can } from '#web/kit/can.tsx'
import { ChoiceField } from '#web/kit/form/choice-field.tsx'
import { type Labels, textOrDash } from '#web/kit/form/differences.ts'
import { Field } from '#web/kit/form/field.tsx'
import { FormDialog } from '#web/kit/form/form-dialog.tsx'
import { ClockInput, MomentInput } from '#web/kit/form/moment-input.tsx'
import { formatMoment } from '#web/lib/format.ts'
import { notify } from '#web/lib/notify.ts'
import { useAct, useCall } from '#web/lib/query.ts'
import { accountLabel, FoundMany } from '../found-many.tsx'
import { type AudienceValues, audienceOf, audienceValuesOf, freshAudience, RuleFields } from '../push-audience.tsx'
import { Found } from '../push-checks.tsx'
import { ListSelect, SaveList } from '../saved-lists.tsx'
import { ClassSelect } from './class-select.tsx'

type Values = AudienceValues & Omit<SmsForm, 'audience'> & { listIds: string[] }

const fresh: Values = {
  title: '',
  classId: '',
  timing: 'now',
  sendAt: null,
  sendTime: '',
  listIds: [],
  ...freshAudience,
}
const valuesOf = ({ title, classId, timing, sendAt, sendTime, audience }: SmsPushRow): Values => ({
  title,
  classId,
  timing,
  sendAt,
  sendTime,
  listIds: audience.listIds,
  ...audienceValuesOf(audience),
})
const inputOf = (values: Values): SmsForm => {
  const { title, classId, timing, sendAt, sendTime } = values
  return {
    title,
    classId,
    timing,
    audience: audienceOf(values, values.listIds),
    sendAt: timing === 'at' ? sendAt : null,
    sendTime: timing === 'workday' ? sendTime : '',
  }
}

const count = (ids: readonly string[]) => `${ids.length} 项`
const words: Labels<Values> = {
  title: ['推送名称', textOrDash],
  classId: ['短信分类', textOrDash],
  timing: ['发送时间', (timing) => pushTimingLabels[timing]],
  sendAt: ['定时时间', (moment) => formatMoment(moment)],
  sendTime: ['每日时间', textOrDash],
  reach: ['收件人范围', (reach) => (reach === 'rule' ? '按条件' : '指定')],
  ruleProducts: ['授权产品', count],
  kinds: ['授权类型', (kinds) => textOrDash(kinds.map((kind) => grantKindLabels[kind]).join('、'))],
  levels: ['客户级别', (levels) => textOrDash(levels.join('、'))],
  ownerIds: ['归属人', count],
  listIds: ['名单', count],
  accountIds: ['指定的人', count],
  excludedIds: ['排除的人', count],
}

/** Recipients and cost, preview of the message, and a test message to oneself. */
function Checks() {
  const form = Form.useFormInstance<Values>()
  const [found, setFound] = useState<DataOf<typeof smsPushCalls.audience>>()
  const [message, setMessage] = useState<DataOf<typeof smsPushCalls.preview>>()
  const counting = useAct(smsPushCalls.audience, { guardMs: 0, onSuccess: setFound })
  const previewing = useAct(smsPushCalls.preview, { guardMs: 0, onSuccess: setMessage })
  const testing = useAct(smsPushCalls.test, { onSuccess: ({ address }) => notify.success(`测试短信将发到 ${address}`) })
  const withAudience = async (run: (input: Pick<SmsForm, 'classId' | 'audience'>) => unknown) => {
    try {
      await form.validateFields(['classId'])
    } catch {
      return
    }
    const { classId, audience } = inputOf({ ...fresh, ...form.getFieldsValue(true) })
    await run({ classId, audience })
  }
  return (
    <Form.Item label="发送前检查">
      <div className="push-act">
        <Can call={smsPushCalls.audience}>
          <Button loading={counting.pending} onClick={() => void withAudience(counting.run)}>
            查看收件人
          </Button>
        </Can>
        <Button loading={previewing.pending} onClick={() => void withAudience(previewing.run)}>
          预览短信
        </Button>
        <Button loading={testing.pending} onClick={() => void withAudience(testing.run)}>
          发给自己测试
        </Button>
      </div>
      {message && (
        <div className="sms-text" role="status" aria-label="短信预览">
          <div>{message.text}</div>
          <div className="field-hint">
            {message.length} 字，计 {message.parts} 条
            {message.missing.length > 0 && `；现在还没有值：${message.missing.join('、')}`}
          </div>
        </div>
      )}
      {found && (
        <>
          <Found found={found} labels={smsLeftOutLabels} />
          <p>
            计费 {found.parts} 条，约 {found.cost} 元
          </p>
        </>
      )}
    </Form.Item>
  )
}

function Inputs() {
  const form = Form.useFormInstance<Values>()
  const classId = Form.useWatch<string | undefined>('classId')
  const timing = Form.useWatch<Values['timing']>('timing')
  const { data: classes = [] } = useCall(smsPushCalls.classes, {})
  const chosen = classes.find(({ id }) => id === classId)
  const subProduct = chosen?.subProduct ?? 'bigData'
  const candidates = (
    <FoundMany
      call={smsPushCalls.candidates}
      fixed={{ subProduct }}
      labelOf={accountLabel}
      max={1_000}
      placeholder="按姓名、企业或登录名查找"
    />
  )
  /** Fills title and time from the class where they are empty. */
  const fillFromClass = (id: string | undefined) => {
    const next = classes.find((each) => each.id === id)
    const { title, sendTime } = form.getFieldsValue()
    // lists and people belong to a sub-product: clear them if it changes
    if (next && next.subProduct !== subProduct) form.setFieldsValue({ listIds: [], accountIds: [], excludedIds: [] })
    form.setFieldsValue({ title: title || next?.name || '', sendTime: sendTime || next?.sendTime || '' })
  }
  return (
    <>
      <Field of={smsPushCalls.add} name="classId">
        <ClassSelect placeholder="请选择短信分类" onPick={fillFromClass} />
      </Field>
      {chosen && (
        <Form.Item label="短信内容">
          <div className="sms-text">{`【${chosen.sign}】${chosen.text}`}</div>
        </Form.Item>
      )}
      <Field of={smsPushCalls.add} name="title" hint="只在后台显示。" />
      <RuleFields namedLabel="只发给名单和指定的人" />
      <ListSelect calls={smsPushCalls} fixed={{ subProduct }} />
      <Form.Item name="accountIds" label="指定的人">
        {candidates}
      </Form.Item>
      <SaveList calls={smsPushCalls} fixed={{ subProduct }} />
      <Form.Item name="excludedIds" label="排除的人">
        {candidates}
      </Form.Item>
      <ChoiceField of={smsPushCalls.add} name="timing" />
      {timing === 'at' && (
        <Field of={smsPushCalls.add} name="sendAt" isRequired>
          <MomentInput />
        </Field>
      )}
      {timing === 'workday' && (
        <Field
          of={smsPushCalls.add}
          name="sendTime"
          isRequired
          hint="按国家法定工作日。当日价格未全部发布时暂停，人工确认后继续。"
        >
          <ClockInput />
        </Field>
      )}
      <Checks />
    </>
  )
}

export function SmsPushForm({ push, onClosed }: { push: SmsPushRow | undefined; onClosed: () => void }) {
  const common = { invalidates: [smsPushCalls.list], verb: '保存', onClosed }
  if (!push) {
    return (
      <FormDialog
        title="新增短信推送"
        endpoint={smsPushCalls.add}
        initial={fresh}
        input={(values) => inputOf({ ...fresh, ...values })}
        success="已保存为草稿"
        {...common}
      >
        <Inputs />
      </FormDialog>
    )
  }
  return (
    <FormDialog<typeof smsPushCalls.edit, Values, SmsPushRow>
      title={`编辑短信推送：${push.title}`}
      endpoint={smsPushCalls.edit}
      initial={valuesOf(push)}
      stored={{ row: push, valuesOf, labels: words }}
      input={(values) => ({ id: push.id, version: push.version, ...inputOf({ ...valuesOf(push), ...values }) })}
      success="编辑成功"
      {...common}
    >
      <Inputs />
    </FormDialog>
  )
}
