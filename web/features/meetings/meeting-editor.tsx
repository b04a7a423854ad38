// The fields of a meeting, and how they are saved.
import { CheckCircleFilled, MinusCircleOutlined } from '@ant-design/icons'
import { Form, Input, Radio, Select } from 'antd'
import { useState } from 'react'
import { agendaProblem } from '#contract/meetings/agenda.ts'
import { type MeetingKind, meetingKindLabels } from '#contract/meetings/meeting-labels.ts'
import { addMeeting, editMeeting, type MeetingDetail, type MeetingForm } from '#contract/meetings/meetings.ts'
import { readinessOf } from '#contract/meetings/readiness.ts'
import { OWN_FIELDS_MAX } from '#contract/meetings/sign-up-labels.ts'
import { placeProblems, readPlace } from '#contract/visits/places.ts'
import { ChoiceField } from '#web/kit/form/choice-field.tsx'
import { DayField } from '#web/kit/form/day-field.tsx'
import { differencesBy, textOrDash } from '#web/kit/form/differences.ts'
import { Field } from '#web/kit/form/field.tsx'
import { FormPage, FormSection } from '#web/kit/form/form-page.tsx'
import type { EditorProps } from '#web/kit/form/row-form.tsx'
import { useRowSave } from '#web/kit/form/use-row-save.ts'
import { useVersions } from '#web/kit/form/use-versions.tsx'
import { byLabel } from '#web/kit/picker/by-label.ts'
import { RichText } from '#web/kit/rich-text/rich-text.tsx'
import { ImageUpload } from '#web/kit/upload/upload-image.tsx'
import type { UploadedFile } from '#web/kit/upload/upload-rows.tsx'
import { notify } from '#web/lib/notify.ts'
import { AgendaInput } from './agenda-input.tsx'
import { ContactsInput, contactsOf, problemOfContacts } from './contacts-input.tsx'
import { channelNames, channelOptions, meetingReads } from './meeting-labels.tsx'
import { agendaText, contactsText, hasText, htmlText, questionsText, quotasText } from './meeting-parts.rules.ts'
import { uploadCover } from './meeting-uploads.ts'
import { OwnFieldsInput, problemOfOwnFields } from './own-fields-input.tsx'
import { problemOfQuotas, QuotasInput } from './quotas-input.tsx'
import { fieldNames, signUpFieldOptions } from './sign-ups/sign-up-labels.tsx'

type Channel = MeetingForm['channels'][number]
type Values = Omit<MeetingForm, 'startsOn' | 'endsOn' | 'fee' | 'body' | 'bodyEn' | 'coverId'> & {
  startsOn: string | null
  endsOn: string | null
  /** Empty: by agreement. */
  fee: string
  cover: UploadedFile | null
  html: string
  htmlEn: string
}

const empty: Values = {
  name: '',
  nameEn: '',
  edition: '',
  kind: 'conference' as MeetingKind,
  startsOn: null,
  endsOn: null,
  city: '',
  venue: '',
  place: '',
  organisers: '',
  agenda: [],
  fee: '',
  series: '',
  quotas: [{ id: null, name: '正式', seats: 0, isOpen: true }],
  smallerMayPass: true,
  ownFields: [],
  signUpFrom: null,
  signUpUntil: null,
  contacts: [{ name: '', mobile: '', email: '' }],
  channels: [],
  signUpReview: false,
  signUpFields: [],
  cover: null,
  html: '',
  htmlEn: '',
}

const valuesOf = (stored: MeetingDetail): Values => ({
  name: stored.name,
  nameEn: stored.nameEn,
  edition: stored.edition,
  kind: stored.kind,
  startsOn: stored.startsOn,
  endsOn: stored.endsOn,
  city: stored.city,
  venue: stored.venue,
  place: stored.place,
  organisers: stored.organisers,
  agenda: stored.agenda,
  fee: stored.fee ?? '',
  signUpReview: stored.signUpReview,
  signUpFields: stored.signUpFields,
  series: stored.series,
  quotas: stored.quotas.map(({ id, name, seats, isOpen }) => ({ id, name, seats, isOpen })),
  smallerMayPass: stored.smallerMayPass,
  ownFields: stored.ownFields,
  signUpFrom: stored.signUpFrom,
  signUpUntil: stored.signUpUntil,
  contacts: stored.contacts,
  channels: stored.channels as Channel[],
  cover: stored.cover,
  html: stored.html,
  htmlEn: stored.htmlEn,
})

async function formOf({ cover, html, htmlEn, fee, startsOn, endsOn, contacts, ...rest }: Values): Promise<MeetingForm> {
  // the editor's schema is large, and loaded with the editor
  const { nodesOf } = await import('#web/kit/rich-text/rich-text-nodes.ts')
  return {
    ...rest,
    startsOn: startsOn ?? '',
    endsOn: endsOn ?? '',
    fee: fee.trim() || null,
    contacts: contactsOf(contacts),
    coverId: cover?.id ?? null,
    body: nodesOf(html),
    bodyEn: hasText(htmlEn) ? nodesOf(htmlEn) : null,
  }
}

const reviewOptions = [
  { value: false, label: '有名额时直接确认' },
  { value: true, label: '由会务确认' },
]

const passLabels = ['严格按先后顺序，团队名额不足时，后面的人也不提前递补', '人数较少、名额足够的可以提前递补'] as const
const passOptions = [
  { value: true, label: passLabels[1] },
  { value: false, label: passLabels[0] },
]

const describeDay = (day: string | null) => day ?? '—'

const differencesOf = differencesBy<Values>({
  name: ['会议名称', textOrDash],
  nameEn: ['英文名称', textOrDash],
  edition: ['届次', textOrDash],
  kind: ['类型', (kind) => meetingKindLabels[kind]],
  startsOn: ['开始日期', describeDay],
  endsOn: ['结束日期', describeDay],
  city: ['城市', textOrDash],
  venue: ['会场地址', textOrDash],
  place: ['位置坐标', textOrDash],
  organisers: ['主办单位', textOrDash],
  agenda: ['议程', agendaText],
  fee: ['参会费', (fee) => fee || '面议'],
  series: ['系列', textOrDash],
  quotas: ['名额', quotasText],
  smallerMayPass: ['候补顺序', (isOn) => passLabels[isOn ? 1 : 0]],
  ownFields: ['报名问题', questionsText],
  signUpFrom: ['报名开始日期', describeDay],
  signUpUntil: ['报名截止日期', describeDay],
  signUpReview: ['报名需确认', (isOn) => (isOn ? '是' : '否')],
  signUpFields: ['报名信息', fieldNames],
  contacts: ['联系人', contactsText],
  channels: ['发布渠道', channelNames],
  cover: ['封面', (cover) => cover?.name ?? '—'],
  html: ['页面正文', htmlText],
  htmlEn: ['英文正文', htmlText],
})

function problemOfPlace(text: string): string | null {
  if (text === '') return null
  const place = readPlace(text)
  if (!place) return '位置坐标应为“经度,纬度”，例如 120.153576,30.287459'
  const { longitude, latitude } = placeProblems(place)
  return longitude ?? latitude
}

const rule = (check: () => string | null) => [
  {
    validator: async () => {
      const problem = check()
      if (problem) throw new Error(problem)
    },
  },
]

/** What the meeting has and what it lacks before it is published; it may be saved either way. */
function Readiness({ values }: { values: Values }) {
  const {
    agenda = [],
    cover,
    html = '',
    contacts = [],
    quotas = [],
    channels = [],
    kind,
    venue = '',
    ...window
  } = values
  const items = readinessOf({
    sessions: agenda.length,
    hasCover: Boolean(cover),
    hasText: hasText(html),
    contacts: contactsOf(contacts).length,
    seats: quotas.reduce((sum, quota) => sum + (quota.seats ?? 0), 0),
    channels: channels.length,
    kind,
    venue,
    signUpFrom: window.signUpFrom ?? null,
    signUpUntil: window.signUpUntil ?? null,
  })
  return (
    <ul className="readiness" aria-label="发布前检查">
      {items.map(({ label, isDone }) => (
        <li key={label} data-done={isDone || undefined}>
          {isDone ? <CheckCircleFilled aria-hidden /> : <MinusCircleOutlined aria-hidden />} {label}
          {isDone ? '' : '（未完成）'}
        </li>
      ))}
    </ul>
  )
}

export function MeetingEditor({ stored, onTakeTheirs, onSaved, onCancel }: EditorProps<MeetingDetail>) {
  const [form] = Form.useForm<Values>()
  const [isUploading, setUploading] = useState(false)
  const startsOn = Form.useWatch('startsOn', form) ?? stored?.startsOn ?? null
  const endsOn = Form.useWatch('endsOn', form) ?? stored?.endsOn ?? null
  const versions = useVersions<MeetingDetail, Values>({ form, stored, valuesOf, differencesOf, onTakeTheirs })
  const saving = useRowSave<typeof addMeeting, typeof editMeeting>({
    add: addMeeting,
    edit: editMeeting,
    invalidates: meetingReads,
    versions,
  })
  const save = async (values: Values) => {
    if (isUploading) {
      notify.warning('图片还在上传，请稍候')
      return false
    }
    return saving.save(await formOf(values))
  }
  return (
    <>
      <FormPage<Values>
        form={form}
        initial={stored ? valuesOf(stored) : empty}
        isSaving={saving.isSaving}
        onSave={save}
        onSaved={onSaved}
        onCancel={onCancel}
        draft={stored ? `meeting-${stored.id}` : 'meeting-new'}
      >
        <FormSection title="会议">
          <Field of={addMeeting} name="name" />
          <Field of={addMeeting} name="nameEn" isRequired={false} />
          <Field of={addMeeting} name="series" isRequired={false} hint="同一系列的各届写同样的名称，例如：年会。" />
          <Field of={addMeeting} name="edition" isRequired={false} hint="例如：第十二届。名称与届次合起来不能重复。" />
          <ChoiceField of={addMeeting} name="kind" />
          <Field of={addMeeting} name="organisers" isRequired={false} hint="多个用顿号隔开。" rows={2} />
        </FormSection>
        <FormSection title="时间与地点">
          <DayField of={addMeeting} name="startsOn" />
          <DayField of={addMeeting} name="endsOn" />
          <Field of={addMeeting} name="city" isRequired={false} />
          <Field of={addMeeting} name="venue" isRequired={false} />
          <Field
            of={addMeeting}
            name="place"
            isRequired={false}
            check={problemOfPlace}
            hint="从地图网站复制“经度,纬度”粘贴到此，例如 120.153576,30.287459。"
          />
        </FormSection>
        <FormSection title="议程">
          <Form.Item
            name="agenda"
            label="议程"
            dependencies={['startsOn', 'endsOn']}
            rules={rule(() => {
              const { agenda, startsOn: first, endsOn: last } = form.getFieldsValue(true) as Values
              return agendaProblem(agenda, first ?? '', last ?? '')
            })}
          >
            <AgendaInput startsOn={startsOn} endsOn={endsOn} />
          </Form.Item>
        </FormSection>
        <FormSection title="报名">
          <Form.Item
            name="quotas"
            label="名额"
            required
            extra="随行人员也各占一个名额。来宾不可选的，由会务或邀请时安排。"
            rules={rule(() => problemOfQuotas((form.getFieldsValue(true) as Values).quotas))}
          >
            <QuotasInput />
          </Form.Item>
          <Field of={addMeeting} name="smallerMayPass" hint="空出的名额按报名先后给候补的人；团队一起候补、一起确认。">
            <Radio.Group options={passOptions} />
          </Field>
          <Field of={addMeeting} name="fee" isRequired={false} hint="每人，元；不填为面议，免费填 0。">
            <Input maxLength={10} inputMode="decimal" autoComplete="off" style={{ maxWidth: 160 }} />
          </Field>
          <DayField of={addMeeting} name="signUpFrom" isRequired={false} />
          <DayField
            of={addMeeting}
            name="signUpUntil"
            isRequired={false}
            hint="不晚于会议最后一天；不填则开到最后一天。"
          />
          <Field of={addMeeting} name="signUpReview" hint="手工登记和导入的直接确认；待确认的不占名额。">
            <Radio.Group options={reviewOptions} />
          </Field>
          <Field of={addMeeting} name="signUpFields" isRequired={false} hint="报名时另外收集的内容。">
            <Select mode="multiple" options={signUpFieldOptions} placeholder="请选择报名信息" />
          </Field>
          <Form.Item
            name="ownFields"
            label="报名问题"
            extra={`本会议另外要问的，最多 ${OWN_FIELDS_MAX} 个。`}
            rules={rule(() => problemOfOwnFields((form.getFieldsValue(true) as Values).ownFields))}
          >
            <OwnFieldsInput />
          </Form.Item>
          <Form.Item
            name="contacts"
            label="联系人"
            required
            rules={rule(() => problemOfContacts((form.getFieldsValue(true) as Values).contacts))}
          >
            <ContactsInput />
          </Form.Item>
        </FormSection>
        <FormSection title="页面">
          <Field
            of={addMeeting}
            name="channels"
            isRequired={false}
            hint="发布后在这些子产品与站点展示；没有渠道不能发布。"
          >
            <Select mode="multiple" options={channelOptions} placeholder="请选择发布渠道" showSearch={byLabel} />
          </Field>
          <Form.Item name="cover" label="封面">
            <ImageUpload aria-label="封面" send={uploadCover} />
          </Form.Item>
          <Form.Item name="html" label="页面正文">
            <RichText aria-label="页面正文" onBusy={setUploading} />
          </Form.Item>
          <Form.Item name="htmlEn" label="英文正文" extra="给英文站点的读者；没有则不填。">
            <RichText aria-label="英文正文" onBusy={setUploading} />
          </Form.Item>
        </FormSection>
        <FormSection title="发布前检查">
          <Form.Item noStyle shouldUpdate>
            {() => <Readiness values={form.getFieldsValue(true) as Values} />}
          </Form.Item>
        </FormSection>
      </FormPage>
      {versions.conflict}
    </>
  )
}
