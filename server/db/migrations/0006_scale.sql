CREATE EXTENSION IF NOT EXISTS pg_trgm;--> statement-breakpoint
DROP INDEX "member_accounts_list";--> statement-breakpoint
DROP INDEX "member_accounts_end";--> statement-breakpoint
DROP INDEX "member_accounts_opened";--> statement-breakpoint
DROP INDEX "member_accounts_seen";--> statement-breakpoint
CREATE INDEX "account_signals_account" ON "account_signals" USING btree ("account_id","id");--> statement-breakpoint
CREATE INDEX "account_signals_list" ON "account_signals" USING btree (("handled_at" is not null),"found_at" DESC NULLS FIRST,"id" DESC NULLS FIRST);--> statement-breakpoint
CREATE INDEX "enterprises_created" ON "enterprises" USING btree ("created_at","id");--> statement-breakpoint
CREATE INDEX "enterprises_name_part" ON "enterprises" USING gin ("name" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "members_name_part" ON "members" USING gin ("login_name" gin_trgm_ops,"real_name" gin_trgm_ops,"mobile" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "registrations_name_part" ON "registrations" USING gin ("company" gin_trgm_ops,"contact" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "member_accounts_list" ON "member_accounts" USING btree ("sub_product","id") WHERE "member_accounts"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "member_accounts_end" ON "member_accounts" USING btree ("sub_product","ends_on","id") WHERE "member_accounts"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "member_accounts_opened" ON "member_accounts" USING btree ("sub_product","opened_at","id") WHERE "member_accounts"."deleted_at" is null;--> statement-breakpoint
CREATE INDEX "member_accounts_seen" ON "member_accounts" USING btree ("sub_product","last_seen_at","id") WHERE "member_accounts"."deleted_at" is null;