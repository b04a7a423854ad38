// Targets of the audit log whose fields are named by the titles and choices of their schema.
import type { TSchema } from 'typebox'
import { findField } from '#contract/kinds.ts'
import { OrderDetail } from '#contract/members/orders.ts'

const schemas: Readonly<Record<string, TSchema>> = { order: OrderDetail }

export const findTargetField = (targetType: string, field: string) =>
  Object.hasOwn(schemas, targetType) ? findField(schemas[targetType], field) : undefined
