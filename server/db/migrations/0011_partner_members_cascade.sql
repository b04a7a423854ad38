ALTER TABLE "partner_members" DROP CONSTRAINT "partner_members_partner_id_partners_id_fk";
--> statement-breakpoint
ALTER TABLE "partner_members" ADD CONSTRAINT "partner_members_partner_id_partners_id_fk" FOREIGN KEY ("partner_id") REFERENCES "public"."partners"("id") ON DELETE cascade ON UPDATE no action;