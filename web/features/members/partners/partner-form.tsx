// A new partner, or a stored one: one form with an edit flag.
import { Select } from 'antd'
import { listSetChoices, partnerCalls } from '#contract/members/partners.ts'
import { RowFormPage } from '#web/kit/form/row-form-page.tsx'
import { byLabel } from '#web/kit/picker/by-label.ts'
import { whileLoading } from '#web/kit/picker/loading.ts'
import { useCall } from '#web/lib/query.ts'
import { TextTags } from '#web/pickers/text-tags.tsx'
import { UserPicker } from '#web/pickers/user-picker.tsx'
import { describeDay } from '../form-labels.ts'

const empty = {
  name: '',
  code: '',
  contact: '',
  mobile: '',
  domains: [],
  remark: '',
  permissionSetId: null,
  endsOn: null,
  ownerId: null,
}

type SetSelectProps = { id?: string; value?: string | null; onChange?: (id: string | null) => void }

function SetSelect({ value, onChange, ...rest }: SetSelectProps) {
  const { data, isPending } = useCall(listSetChoices, {})
  return (
    <Select
      {...rest}
      allowClear
      showSearch={byLabel}
      placeholder="请选择权限方案"
      {...whileLoading(isPending)}
      options={(data ?? []).map(({ id, name }) => ({ value: id, label: name }))}
      value={value ?? null}
      onChange={(id) => onChange?.(id ?? null)}
    />
  )
}

export default function PartnerFormPage({ edit }: { edit: boolean }) {
  return (
    <RowFormPage
      calls={partnerCalls}
      edit={edit}
      list="/application/embedManager/partner"
      draft="partner"
      empty={empty}
      sections={() => [
        { title: '合作伙伴', names: ['name', 'code', 'contact', 'mobile', 'ownerId', 'remark'] },
        { title: '嵌入与授权', names: ['domains', 'permissionSetId', 'endsOn'] },
      ]}
      inputs={{
        code: { hint: '嵌入页面地址中的标识，2至32位字母、数字、_ 或 -，以字母开头。' },
        ownerId: { input: <UserPicker placeholder="请选择负责人" />, isRequired: false, hint: '不填则由您负责。' },
        domains: {
          input: <TextTags placeholder="输入后按回车" />,
          hint: '可以嵌入页面的网站，如 www.example.com 或 *.example.com，可粘贴多个。',
        },
        permissionSetId: { input: <SetSelect />, isRequired: false },
        endsOn: { hint: '会员的授权不能晚于这一天；不填则长期合作。' },
      }}
      say={{
        endsOn: ['合作截止日期', describeDay],
      }}
    />
  )
}
