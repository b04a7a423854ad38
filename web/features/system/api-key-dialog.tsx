// Makes a key for another system.
import { Input, InputNumber, Select } from 'antd'
import { type ApiScope, apiScopes } from '../../../contract/access.ts'
import { addApiKey, apiScopeLabels, mayGiveScope, queryApiKeys } from '../../../contract/system/api-keys.ts'
import { Field } from '../../kit/form/field.tsx'
import { FormDialog } from '../../kit/form/form-dialog.tsx'
import { usePermissions } from '../../lib/session/permissions.ts'
import { TextTags } from '../../pickers/text-tags.tsx'

const USUAL_QUOTA = 10_000

type Values = { name: string; scopes: ApiScope[]; addresses: string[]; dailyQuota: number }

const initial: Values = { name: '', scopes: [], addresses: [], dailyQuota: USUAL_QUOTA }

type ApiKeyDialogProps = { onMade: (key: string) => void; onClosed: () => void }

export function ApiKeyDialog({ onMade, onClosed }: ApiKeyDialogProps) {
  const holdings = usePermissions((permissions) => permissions.holdings)
  const givable = apiScopes.filter((scope) => mayGiveScope(scope, holdings))
  return (
    <FormDialog<typeof addApiKey, Values>
      title="创建密钥"
      endpoint={addApiKey}
      initial={initial}
      input={(values) => values}
      success="创建成功"
      invalidates={[queryApiKeys]}
      verb="创建"
      onDone={({ key }) => onMade(key)}
      onClosed={onClosed}
    >
      <Field of={addApiKey} name="name" hint="调用方的名称，会出现在审计日志中。">
        <Input maxLength={64} />
      </Field>
      <Field of={addApiKey} name="scopes">
        <Select
          mode="multiple"
          placeholder="请选择用途"
          optionFilterProp="label"
          notFoundContent={givable.length === 0 ? '没有可选的用途：不能超过本人的权限' : undefined}
          options={givable.map((value) => ({ value, label: apiScopeLabels[value] }))}
        />
      </Field>
      <Field
        of={addApiKey}
        name="addresses"
        isRequired={false}
        hint="IP 地址或网段，如 10.0.0.0/8，可粘贴多个；不填则不限制。"
      >
        <TextTags placeholder="输入后按回车" />
      </Field>
      <Field of={addApiKey} name="dailyQuota">
        <InputNumber min={1} max={10_000_000} precision={0} changeOnWheel={false} suffix="次" style={{ width: 200 }} />
      </Field>
    </FormDialog>
  )
}
