ALTER TABLE "registrations" ADD COLUMN "consent_at" timestamp with time zone;
