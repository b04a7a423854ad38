// Where a customer is on the map: two numbers as maps give them, or nothing.
import { Input } from 'antd'
import {
  type EnterpriseRow,
  getEnterprise,
  queryEnterprises,
  setEnterprisePlace,
} from '../../../../contract/members/customers.ts'
import { Field } from '../../../kit/form/field.tsx'
import { FormDialog } from '../../../kit/form/form-dialog.tsx'
import { useStoredOrClose } from '../../../kit/use-stored.ts'

type CustomerPlaceProps = { customer: EnterpriseRow; onClosed: () => void }

export function CustomerPlace({ customer: { id, name }, onClosed }: CustomerPlaceProps) {
  const stored = useStoredOrClose(getEnterprise, { id }, onClosed)
  if (!stored) return null
  return (
    <FormDialog
      title={`地图位置：${name}`}
      endpoint={setEnterprisePlace}
      initial={{ longitude: stored.longitude ?? '', latitude: stored.latitude ?? '' }}
      input={({ longitude, latitude }) => ({ id, longitude: longitude || null, latitude: latitude || null })}
      success="地图位置已保存"
      verb="保存"
      invalidates={[queryEnterprises, getEnterprise]}
      onClosed={onClosed}
    >
      <Field of={setEnterprisePlace} name="longitude" isRequired={false} hint="度，东经为正，例如 120.153576。">
        <Input maxLength={11} inputMode="decimal" autoComplete="off" />
      </Field>
      <Field
        of={setEnterprisePlace}
        name="latitude"
        isRequired={false}
        hint="度，北纬为正，例如 30.287459。都不填则不在地图上。"
      >
        <Input maxLength={10} inputMode="decimal" autoComplete="off" />
      </Field>
    </FormDialog>
  )
}
