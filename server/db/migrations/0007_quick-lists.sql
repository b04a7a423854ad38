DROP INDEX "member_accounts_end";--> statement-breakpoint
CREATE INDEX "member_accounts_ends" ON "member_accounts" USING btree ("ends_on","member_id") WHERE "member_accounts"."deleted_at" is null and "member_accounts"."status" = 'enabled';--> statement-breakpoint
CREATE INDEX "registrations_mobile_end" ON "registrations" USING btree (right("mobile", 4));--> statement-breakpoint
CREATE INDEX "member_accounts_end" ON "member_accounts" USING btree ("sub_product","ends_on","id","status","starts_on") WHERE "member_accounts"."deleted_at" is null;