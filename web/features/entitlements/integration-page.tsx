// 子产品接入: what connects a sub-product with the console.
import { Select } from 'antd'
import { useSearchParams } from 'react-router'
import { integrableSubProducts } from '#contract/entitlements/sign-in-clients.ts'
import { subProductOf } from '#contract/sub-products.ts'
import { byLabel } from '#web/kit/picker/by-label.ts'
import { usePermissions } from '#web/lib/session/permissions.ts'
import { IntegrationFigures } from './figures.tsx'
import { SignInClients } from './sign-in-clients.tsx'
import { Trial } from './trial.tsx'
import { Webhooks } from './webhooks.tsx'

export default function IntegrationPage() {
  const holdings = usePermissions((permissions) => permissions.holdings)
  const [params, setParams] = useSearchParams()
  const choices = integrableSubProducts(holdings)
  const subProduct = choices.find((key) => key === params.get('subProduct')) ?? choices[0]
  if (!subProduct) return null
  return (
    <div className="integration">
      <Select
        aria-label="子产品"
        className="integration-choice"
        value={subProduct}
        showSearch={byLabel}
        options={choices.map((key) => ({ value: key, label: subProductOf(key).title }))}
        onChange={(key) => setParams({ subProduct: key }, { replace: true })}
      />
      <Webhooks key={`webhooks ${subProduct}`} subProduct={subProduct} />
      <SignInClients key={subProduct} subProduct={subProduct} />
      <IntegrationFigures key={`figures ${subProduct}`} subProduct={subProduct} />
      <Trial key={`trial ${subProduct}`} subProduct={subProduct} />
    </div>
  )
}
